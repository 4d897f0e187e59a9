import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { defined } from 'shared/defined';
import { getPanelKeys } from '../server/keys.server';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHORTEST = Math.ceil(((NONCE_BYTES + TAG_BYTES) * 4) / 3);
const OPAQUE = new RegExp(`^[\\w-]{${SHORTEST},2000}$`);

interface Keys {
  nonce: Buffer;
  encryption: Buffer;
}

/** The keys of the current panel key first, then those of earlier ones. */
let ring: readonly Keys[] | undefined;

/**
 * Returns a record's id in the form that addresses contain: encrypted, and always the same for the same id, so that
 * bookmarks hold and browsers recognize visited pages (docs/decisions/0154-opaque-addresses.md).
 */
export function toOpaqueId(id: string): string {
  const keys = defined(getKeys()[0]);
  const nonce = computeNonce(keys, id);
  const cipher = createCipheriv(CIPHER, keys.encryption, nonce);
  const body = Buffer.concat([cipher.update(id, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Returns the id for a text that toOpaqueId has returned, or undefined for any other text. */
export function fromOpaqueId(text: string): string | undefined {
  if (!OPAQUE.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  for (const keys of getKeys()) {
    const id = decrypt(bytes, keys);
    if (id !== undefined) return id;
  }
  return undefined;
}

function getKeys(): readonly Keys[] {
  ring ??= getPanelKeys().ring.all.map((key) => ({
    nonce: key.derive('record address', 'nonce'),
    encryption: key.derive('record address', 'encryption'),
  }));
  return ring;
}

/** Returns a nonce that depends on the id, so that no two ids are encrypted with the same one. */
function computeNonce({ nonce }: Keys, id: string): Buffer {
  return createHmac('sha256', nonce).update(id).digest().subarray(0, NONCE_BYTES);
}

function decrypt(bytes: Buffer, { encryption }: Keys): string | undefined {
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
