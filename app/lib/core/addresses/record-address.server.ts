import { LRUCache } from 'lru-cache';
import { defined } from 'shared/defined';
import { getPanelKeys } from '../server/keys.server';
import { refuseMissing } from '../server/refuse';
import {
  type AddressKeys,
  decryptEnteredId,
  decryptId,
  deriveAddressKeys,
  encryptId,
  isEncryptedId,
} from './encrypt-id';

const MAX_CACHED = 20_000;

/** The opaque ids by kind and id, and the ids by kind and opaque id, because a page has the same ids several times. */
const opaqueIds = new LRUCache<string, string>({ max: MAX_CACHED });
const ids = new LRUCache<string, string>({ max: MAX_CACHED });

/** The keys derived from the current panel key, then those derived from earlier panel keys. */
let ring: readonly AddressKeys[] | undefined;

/**
 * Returns a record's id as addresses contain it: encrypted, and always the same for the same id, so that bookmarks stay
 * valid and browsers recognize visited pages (docs/decisions/0154-opaque-addresses.md). `kind` is the name of the
 * entity. The opaque id of a record leads nowhere at the addresses of another kind
 * (docs/decisions/0154-opaque-addresses.md).
 */
export function toOpaqueId(kind: string, id: string): string {
  const name = `${kind}\n${id}`;
  const opaque = opaqueIds.get(name) ?? encryptId(defined(getKeys()[0]), kind, id);
  opaqueIds.set(name, opaque);
  return opaque;
}

/** Returns the id for a text that toOpaqueId has returned for this kind, or undefined for any other text. */
export function fromOpaqueId(kind: string, text: string): string | undefined {
  const name = `${kind}\n${text}`;
  const id = ids.get(name) ?? decryptId(getKeys(), kind, text);
  if (id !== undefined) ids.set(name, id);
  return id;
}

/**
 * Returns the id for a text of an address, which is the id itself or its opaque form. Returns undefined for an opaque id
 * of another kind, or of a key that was removed.
 */
export function findAddressId(kind: string, text: string): string | undefined {
  return fromOpaqueId(kind, text) ?? (isEncryptedId(text) ? undefined : text);
}

/** Returns the id like `findAddressId`, but throws a 404 response where that returns undefined. */
export function readAddressId(kind: string, text: string): string {
  const id = findAddressId(kind, text);
  if (id === undefined) refuseMissing();
  return id;
}

/** Returns the id that an audit entry names, or undefined for any other text. See `decryptEnteredId`. */
export function readEnteredId(kind: string, text: string): string | undefined {
  return decryptEnteredId(getKeys(), kind, text);
}

function getKeys(): readonly AddressKeys[] {
  ring ??= getPanelKeys().ring.all.map(deriveAddressKeys);
  return ring;
}
