import type { Database } from '../db/types';

const KEEP_MILLISECONDS = 24 * 3_600_000;

/** Returns the record that was added for this key, if there is one. */
export async function findSavedRecord(db: Database, key: string): Promise<string | undefined> {
  const saved = await db
    .selectFrom('saved_once')
    .select('record_id')
    .where('save_key', '=', key)
    .executeTakeFirst();
  return saved && String(saved.record_id);
}

/** Notes, in the transaction that adds the record, for which key it was. */
export async function noteRecord(db: Database, key: string, id: number): Promise<void> {
  const now = Date.now();
  await db
    .deleteFrom('saved_once')
    .where((or) =>
      or.or([
        or('saved_at', '<', now - KEEP_MILLISECONDS),
        // A clock was wrong: nothing of the last day is lost, and nothing stays for good.
        or('saved_at', '>', now + KEEP_MILLISECONDS),
      ]),
    )
    .execute();
  await db
    .insertInto('saved_once')
    .values({ save_key: key, record_id: id, saved_at: now })
    .execute();
}
