import { getStore } from '../server/store.server';

/** Gives a key to a job. Returns false if another job has the key. */
export async function claimKey(token: string, key: string): Promise<boolean> {
  const db = await getStore();
  const isTaken = db.selectFrom('job').select('token').where('unique_key', '=', key);
  try {
    const { numUpdatedRows } = await db
      .updateTable('job')
      .set({ unique_key: key })
      .where('token', '=', token)
      .where(({ not, exists }) => not(exists(isTaken)))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  } catch (error) {
    // Another panel has given the key to a job at the same time.
    if (await isTaken.executeTakeFirst()) return false;
    throw error;
  }
}

/** Returns the token of the owner's job with this key, or undefined if there is none. */
export async function findJobByKey(owner: string, key: string): Promise<string | undefined> {
  const row = await (await getStore())
    .selectFrom('job')
    .select('token')
    .where('owner', '=', owner)
    .where('unique_key', '=', key)
    .executeTakeFirst();
  return row?.token;
}
