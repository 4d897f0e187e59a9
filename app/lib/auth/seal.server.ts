import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sessionSecret } from './secret.server';

const secret = await sessionSecret();
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export interface Sealer {
  /** Encrypts; `owner` is what the content is bound to, such as a name and a path. */
  seal(content: string | Buffer, owner: readonly string[]): string;
  /** Undefined when it was sealed with another secret or for another owner, or was tampered with. */
  unseal(sealed: string, owner: readonly string[]): Buffer | undefined;
}

/** What the panel's store keeps for a while and nobody is to read there; one key a purpose. */
export function sealer(purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const bound = (owner: readonly string[]) => Buffer.from(JSON.stringify(owner));
  return {
    seal(content, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(bound(owner));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    unseal(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        }).setAAD(bound(owner));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const body = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
