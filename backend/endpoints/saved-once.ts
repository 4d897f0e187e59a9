import { makeOncePer } from 'shared/once-per';
import type { Database } from '../db/types';

const KEEP_MILLISECONDS = 24 * 3_600_000;
/** The minimum time between two deletions of old keys, which read the whole table. */
const DELETE_EVERY_MILLISECONDS = 60_000;

const isDeletionDue = makeOncePer(DELETE_EVERY_MILLISECONDS);

/** Returns the id of the record that was added with this idempotency key, if there is one. */
export async function findSavedRecord(db: Database, key: string): Promise<string | undefined> {
  const saved = await db
    .selectFrom('saved_once')
    .select('record_id')
    .where('save_key', '=', key)
    .executeTakeFirst();
  return saved && String(saved.record_id);
}

/**
 * Stores the idempotency key with which a record was added. Must run in the transaction that adds the record.
 * Keys are stored for at least 24 hours.
 */
export async function storeSaveKey(db: Database, key: string, id: number): Promise<void> {
  const now = Date.now();
  if (isDeletionDue()) await deleteOldKeys(db, now);
  await db
    .insertInto('saved_once')
    .values({ save_key: key, record_id: id, saved_at: now })
    .execute();
}

async function deleteOldKeys(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('saved_once')
    .where((or) =>
      or.or([
        or('saved_at', '<', now - KEEP_MILLISECONDS),
        // Times in the far future come from a wrong clock; without this condition, their rows would never be
        // deleted.
        or('saved_at', '>', now + KEEP_MILLISECONDS),
      ]),
    )
    .execute();
}
