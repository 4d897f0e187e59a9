import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { config } from '../config.server';
import { panelStore } from '../store/store.server';
import { tryToStore } from '../store/unwritable.server';

const WAIT_MS = 50;
/** A save cannot take so long: the process has ended in the middle of it. */
const LONGEST_MS = 4 * config.API_TIMEOUT_MS;

/**
 * Does the work on a record while no other form of it is saved, at this panel or another on the same
 * database: what is read of it in the work still stands when the work saves it.
 */
export async function oneAtATime<T>(record: string, work: () => Promise<T>): Promise<T> {
  const db = await panelStore();
  // A row among the forms under way; what it names may be a person's number.
  const token = createHash('sha256').update(`record ${record}`).digest('base64url');
  const mine = { username: '', token, created_at: Date.now(), location: null };
  for (;;) {
    let isTaken = false;
    // Without a store that takes anything, the save itself says so and keeps what was typed.
    await tryToStore(async () => {
      mine.created_at = Date.now();
      await db
        .deleteFrom('submission')
        .where('token', '=', token)
        .where('created_at', '<', mine.created_at - LONGEST_MS)
        .execute();
      const claimed = await db
        .insertInto('submission')
        .values(mine)
        .onConflict((conflict) => conflict.columns(['username', 'token']).doNothing())
        .executeTakeFirst();
      isTaken = Number(claimed.numInsertedOrUpdatedRows) === 0;
    });
    if (!isTaken) break;
    await setTimeout(WAIT_MS);
  }
  try {
    return await work();
  } finally {
    await tryToStore(() =>
      db
        .deleteFrom('submission')
        .where('token', '=', token)
        .where('created_at', '=', mine.created_at)
        .execute(),
    );
  }
}
