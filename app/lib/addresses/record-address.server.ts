import { LRUCache } from 'lru-cache';
import { defined } from 'shared/defined';
import { getPanelKeys } from '../server/keys.server';
import { type AddressKeys, decryptId, deriveAddressKeys, encryptId } from './encrypt-id';

const MAX_CACHED = 20_000;

/** The opaque ids by id, and the ids by opaque id, because a page contains the same ids several times. */
const opaqueIds = new LRUCache<string, string>({ max: MAX_CACHED });
const ids = new LRUCache<string, string>({ max: MAX_CACHED });

/** The keys derived from the current panel key, then those derived from earlier panel keys. */
let ring: readonly AddressKeys[] | undefined;

/**
 * Returns a record's id as addresses contain it: encrypted, and always the same for the same id, so that bookmarks stay
 * valid and browsers recognize visited pages (docs/decisions/0154-opaque-addresses.md).
 */
export function toOpaqueId(id: string): string {
  const opaque = opaqueIds.get(id) ?? encryptId(defined(getKeys()[0]), id);
  opaqueIds.set(id, opaque);
  return opaque;
}

/** Returns the id for a text that toOpaqueId has returned, or undefined for any other text. */
export function fromOpaqueId(text: string): string | undefined {
  const id = ids.get(text) ?? decryptId(getKeys(), text);
  if (id !== undefined) ids.set(text, id);
  return id;
}

function getKeys(): readonly AddressKeys[] {
  ring ??= getPanelKeys().ring.all.map(deriveAddressKeys);
  return ring;
}
