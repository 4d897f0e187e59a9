import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { RootKey } from 'shared/keys/key-ring';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHORTEST = Math.ceil(((NONCE_BYTES + TAG_BYTES) * 4) / 3);
/** The kind of ids from before the kind was authenticated. */
const UNBOUND = '';
const OPAQUE = new RegExp(`^[\\w-]{${SHORTEST},2000}$`);

/** The keys for the ids of records in addresses, derived from one panel key. */
export interface AddressKeys {
  nonce: Buffer;
  encryption: Buffer;
}

/** Derives the keys for the ids of records in addresses. */
export function deriveAddressKeys(key: RootKey): AddressKeys {
  return {
    nonce: key.derive('record address', 'nonce'),
    encryption: key.derive('record address', 'encryption'),
  };
}

/**
 * Encrypts an id of this kind, such as the id of a phone. The result is always the same for the same kind, id and key.
 * The kind is authenticated: `decryptId` returns the id only for the same kind.
 */
export function encryptId(keys: AddressKeys, kind: string, id: string): string {
  const nonce = computeNonce(keys, kind, id);
  const cipher = createCipheriv(CIPHER, keys.encryption, nonce).setAAD(Buffer.from(kind));
  const body = Buffer.concat([cipher.update(id, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Returns whether a text has the format of an encrypted id. */
export function isEncryptedId(text: string): boolean {
  return OPAQUE.test(text);
}

/**
 * Decrypts a text that `encryptId` has returned for this kind with one of the keys. Returns undefined for any other
 * text.
 */
export function decryptId(
  ring: readonly AddressKeys[],
  kind: string,
  text: string,
): string | undefined {
  if (!isEncryptedId(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  for (const keys of ring) {
    const id = decrypt(bytes, kind, keys);
    if (id !== undefined) return id;
  }
  return undefined;
}

/**
 * Decrypts an id that an audit entry names, also of an entry from before the kind was authenticated. Only for ids that
 * a stored entry or an operator names: in addresses, ids of any kind could take the place of each other.
 */
export function decryptEnteredId(
  ring: readonly AddressKeys[],
  kind: string,
  text: string,
): string | undefined {
  return decryptId(ring, kind, text) ?? decryptId(ring, UNBOUND, text);
}

/** Computes a nonce from the kind and the id, so that no two of them are encrypted with the same nonce. */
function computeNonce({ nonce }: AddressKeys, kind: string, id: string): Buffer {
  return createHmac('sha256', nonce)
    .update(JSON.stringify([kind, id]))
    .digest()
    .subarray(0, NONCE_BYTES);
}

function decrypt(bytes: Buffer, kind: string, { encryption }: AddressKeys): string | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, encryption, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(kind));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
