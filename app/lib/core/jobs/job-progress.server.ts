import { getStore } from '../server/store.server';

/** The minimum time in milliseconds between two statements that store the progress of a job. */
const PROGRESS_EVERY_MS = 500;

/**
 * Returns a function that stores the number of rows that are done, at most twice a second. The function returns false if
 * the job has been deleted.
 */
export function makeProgress(token: string): (rowsDone: number) => Promise<boolean> {
  let storedAt = Number.NEGATIVE_INFINITY;
  return async (rowsDone) => {
    if (performance.now() - storedAt < PROGRESS_EVERY_MS) return true;
    storedAt = performance.now();
    return storeProgress(token, rowsDone);
  };
}

async function storeProgress(token: string, rowsDone: number): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('job')
    .set({ done: rowsDone })
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
