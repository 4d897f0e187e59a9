import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import { sealWith, unsealWith } from 'shared/keys/seal';

/** Separates the id of the panel key from the content that the key has encrypted. Base64 does not contain it. */
const SEPARATOR = '.';

/** Encrypts the secret of a user's authenticator app with the current key. `owner` is the user's key. */
export function sealSecret({ current }: KeyRing, owner: string, secret: string): string {
  return `${current.id}${SEPARATOR}${sealWith(deriveSealingKey(current), secret, [owner])}`;
}

/** Decrypts a secret. Returns undefined if the panel key that encrypted it is not available. */
export function openSecret(ring: KeyRing, owner: string, sealed: string): string | undefined {
  const [id = '', content = ''] = sealed.split(SEPARATOR);
  const key = ring.find(id);
  return key && unsealWith([deriveSealingKey(key)], content, [owner])?.toString('utf8');
}

/**
 * Decrypts the secrets that an earlier key has encrypted, and encrypts them with the current key. Secrets whose key is
 * lost remain as they are: codes are refused until the user or an administrator removes the second factor.
 */
export async function resealSecrets(db: Kysely<StudyTables>, ring: KeyRing): Promise<void> {
  const rows = await db
    .selectFrom('second_factor')
    .select(['owner', 'secret'])
    .where('secret', 'not like', `${ring.current.id}${SEPARATOR}%`)
    // Users with passkeys only have no secret.
    .where('secret', '<>', '')
    .execute();
  for (const { owner, secret: sealed } of rows) {
    const secret = openSecret(ring, owner, sealed);
    if (secret === undefined) continue;
    await db
      .updateTable('second_factor')
      .set({ secret: sealSecret(ring, owner, secret) })
      .where('owner', '=', owner)
      // The user may have set up another authenticator app meanwhile.
      .where('secret', '=', sealed)
      .execute();
  }
}

function deriveSealingKey(key: RootKey): Buffer {
  return key.derive('second factor', 'sealing');
}
