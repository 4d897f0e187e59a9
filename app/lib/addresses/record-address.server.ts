import { defined } from 'shared/defined';
import { getPanelKeys } from '../server/keys.server';
import { type AddressKeys, decryptId, deriveAddressKeys, encryptId } from './encrypt-id';

/** The keys derived from the current panel key, then those derived from earlier panel keys. */
let ring: readonly AddressKeys[] | undefined;

/**
 * Returns a record's id in the form that addresses contain: encrypted, and always the same for the same id, so that
 * bookmarks hold and browsers recognize visited pages (docs/decisions/0154-opaque-addresses.md).
 */
export function toOpaqueId(id: string): string {
  return encryptId(defined(getKeys()[0]), id);
}

/** Returns the id for a text that toOpaqueId has returned, or undefined for any other text. */
export function fromOpaqueId(text: string): string | undefined {
  return decryptId(getKeys(), text);
}

function getKeys(): readonly AddressKeys[] {
  ring ??= getPanelKeys().ring.all.map(deriveAddressKeys);
  return ring;
}
