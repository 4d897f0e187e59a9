import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { defined } from 'shared/defined';
import { getPanelKeys } from './keys.server';
import { getEarlierSecrets } from './secret.server';

const earlier = await getEarlierSecrets();
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export interface Sealer {
  /**
   * Encrypts content. `owner`, such as a user's key and a path, must be the same when the content is decrypted.
   */
  seal(content: string | Buffer, owner: readonly string[]): string;
  /**
   * Decrypts content. Returns undefined if the key is not available, if `owner` differs, or if the content was
   * altered.
   */
  unseal(sealed: string, owner: readonly string[]): Buffer | undefined;
}

/**
 * Returns functions that encrypt and decrypt confidential, temporary content of the panel's store. They encrypt
 * with the current key, and also decrypt content from earlier keys and earlier versions. Each purpose has its
 * own keys.
 */
export function makeSealer(purpose: string): Sealer {
  const keys = [
    ...getPanelKeys().ring.all.map((key) => key.derive('sealing', purpose)),
    ...earlier.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  ];
  const bound = (owner: readonly string[]) => Buffer.from(JSON.stringify(owner));
  return {
    seal(content, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, defined(keys[0]), iv).setAAD(bound(owner));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    unseal(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      for (const key of keys) {
        const content = decrypt(bytes, key, bound(owner));
        if (content) return content;
      }
      return undefined;
    },
  };
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
