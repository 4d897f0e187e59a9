import { hkdfSync } from 'node:crypto';
import { defined } from 'shared/defined';
import { sealWith, unsealWith } from 'shared/keys/seal';
import { getPanelKeys } from './keys.server';
import { getEarlierSecrets } from './secret.server';

const earlier = await getEarlierSecrets();

interface Sealer {
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
 * Returns functions that encrypt and decrypt confidential, temporary content of the database. They encrypt
 * with the current key. They also decrypt what was encrypted with an earlier key, or with the secret that the panel
 * had before it had panel keys. Each purpose has its own keys.
 */
export function makeSealer(purpose: string): Sealer {
  const keys = [
    ...getPanelKeys().ring.all.map((key) => key.derive('sealing', purpose)),
    ...earlier.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
  ];
  return {
    seal: (content, owner) => sealWith(defined(keys[0]), content, owner),
    unseal: (sealed, owner) => unsealWith(keys, sealed, owner),
  };
}
