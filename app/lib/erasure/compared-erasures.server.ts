import { getApiHost } from '../core/host/host.server';
import { getStore } from '../core/server/store.server';

/**
 * Returns the ids of the erasures with which this database and its API host are not compared any more: those that were
 * carried out, and those whose participants they did not have.
 */
export async function listHandledErasures(): Promise<Set<string>> {
  const db = await getStore();
  const carriedOut = await db.selectFrom('erasure').select('id').execute();
  const compared = await db
    .selectFrom('compared_erasure')
    .select('id')
    .where('host', '=', getApiHost().key)
    .execute();
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
      .values({ host: getApiHost().key, id })
      .onConflict((conflict) => conflict.columns(['host', 'id']).doNothing())
      .execute();
}
