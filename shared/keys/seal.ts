import { createCipheriv, createDecipheriv } from 'node:crypto';
import { takeRandomBytes } from 'shared/random-bytes';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Encrypts content. The same `owner` must be given when the content is decrypted. */
export function sealWith(key: Buffer, content: string | Buffer, owner: readonly string[]): string {
  const iv = takeRandomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(bind(owner));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/**
 * Decrypts content with the first key that fits. Returns undefined if none does, if `owner` differs, or if the
 * content was altered.
 */
export function unsealWith(
  keys: readonly Buffer[],
  sealed: string,
  owner: readonly string[],
): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  for (const key of keys) {
    const content = decrypt(bytes, key, bind(owner));
    if (content) return content;
  }
  return undefined;
}

function bind(owner: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(owner));
}

function decrypt(bytes: Buffer, key: Buffer, owner: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(owner);
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined;
  }
}
