import { signHead } from 'shared/chain/chain';
import type { OpenKeys } from 'shared/keys/open-keys';
import { KEY_SETTING, needsRekey } from 'shared/keys/stored-key';
import { transact } from '../db/transaction';
import type { Database } from '../db/types';
import { bindKeys, chains } from './chain';

/**
 * Binds the keys to a host's database and signs the heads of its audit log with the current key. A database
 * without a key is assigned this one, and its heads record the time of their first signature. A head that was found
 * without a valid signature records this as its `problem`; `acknowledge` clears the problem. Throws WrongKeyError when
 * the database belongs to a key that this process does not have.
 */
export async function takeKeys(
  db: Database,
  keys: OpenKeys,
  { acknowledge = false } = {},
): Promise<void> {
  await transact(db, async (transaction) => {
    const stored = await getStoredKey(transaction);
    if (stored === undefined || needsRekey(stored, keys)) await noteKey(transaction, keys);
    const isFirst = stored === undefined;
    for (const chain of chains)
      await signHead({ db: transaction, ring: keys.ring }, chain, { isFirst, acknowledge });
  });
  bindKeys(db, keys.ring);
}

/** Returns the id of the key that the database belongs to. */
export async function getStoredKey(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('host_setting')
    .select('value')
    .where('name', '=', KEY_SETTING)
    .executeTakeFirst();
  return row?.value;
}

async function noteKey(db: Database, { ring }: OpenKeys): Promise<void> {
  await db
    .insertInto('host_setting')
    .values({ name: KEY_SETTING, value: ring.current.id })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: ring.current.id }))
    .execute();
}
