import { getStore } from '../server/store.server';

/**
 * Returns the ids of the erasures with which this database is not compared any more: those that it has carried out, and
 * those whose participants it did not have.
 */
export async function listHandledErasures(): Promise<Set<string>> {
  const db = await getStore();
  const carriedOut = await db.selectFrom('erasure').select('id').execute();
  const compared = await db.selectFrom('compared_erasure').select('id').execute();
  return new Set([...carriedOut, ...compared].map(({ id }) => id));
}

/**
 * Stores the ids of erasures whose participants this database does not have. Otherwise, the next start would erase
 * somebody who enrols later and gets the phone number of an erased participant.
 */
export async function storeCompared(ids: readonly string[]): Promise<void> {
  const db = await getStore();
  for (const id of ids)
    await db
      .insertInto('compared_erasure')
      .values({ id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}
