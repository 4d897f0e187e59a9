import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { RootKey } from 'shared/keys/key-ring';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHORTEST = Math.ceil(((NONCE_BYTES + TAG_BYTES) * 4) / 3);
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

/** Encrypts a record's id. The result is always the same for the same id and key. */
export function encryptId(keys: AddressKeys, id: string): string {
  const nonce = computeNonce(keys, id);
  const cipher = createCipheriv(CIPHER, keys.encryption, nonce);
  const body = Buffer.concat([cipher.update(id, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts a text that `encryptId` has returned with one of the keys. Returns undefined for any other text. */
export function decryptId(ring: readonly AddressKeys[], text: string): string | undefined {
  if (!OPAQUE.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  for (const keys of ring) {
    const id = decrypt(bytes, keys);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Computes a nonce from the id, so that different ids are not encrypted with the same nonce. */
function computeNonce({ nonce }: AddressKeys, id: string): Buffer {
  return createHmac('sha256', nonce).update(id).digest().subarray(0, NONCE_BYTES);
}

function decrypt(bytes: Buffer, { encryption }: AddressKeys): string | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, encryption, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
