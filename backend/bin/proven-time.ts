import { setImmediate } from 'node:timers/promises';
import { DAY_MILLISECONDS, stamp } from 'shared/db/clock';
import type { Database } from '../db/types';

/** The number of audit entries that are read before other requests get their turn. */
const ENTRIES = 5_000;

/** The clock of a purge. */
export interface PurgeClock {
  /** The number of days for which deleted records can be restored. */
  days: number;
  timeZone: string;
  now: Date;
}

/**
 * Returns the time at which the age of deleted records is measured, or undefined if no audit entry is as old as `days`
 * days. This is the present, unless the audit log has a gap of more than `days` days that ends less than `days` days
 * ago or has not ended. Then the clock may be or have been wrong, which must not empty the bin, so the time is the
 * start of the gap.
 */
export async function findProvenTime(
  db: Database,
  { days, timeZone, now }: PurgeClock,
): Promise<Date | undefined> {
  const limit = stamp(new Date(now.getTime() - days * DAY_MILLISECONDS), timeZone);
  const entries = db.selectFrom('audit_entry').select(['audit_id', 'audit_date']);
  const before = await findNewestUpTo(db, limit);
  if (!before) return undefined;
  const after = await entries
    .where('audit_id', '>', before.audit_id)
    .where('audit_date', 'is not', null)
    .orderBy('audit_id')
    .limit(1)
    .executeTakeFirst();
  const start = readStamp(before.audit_date);
  if (after && readStamp(after.audit_date) - start <= days * DAY_MILLISECONDS) return now;
  return new Date(now.getTime() - (readStamp(stamp(now, timeZone)) - start));
}

/**
 * Sets the time of deletion to the present in records that have a later one, because the clock was wrong. Does nothing
 * while the newest audit entry is from a later day, because then the clock may be wrong now.
 */
export async function restampFuture(db: Database, { timeZone, now }: PurgeClock): Promise<void> {
  const newest = await db
    .selectFrom('audit_entry')
    .select('audit_date')
    .where('audit_date', 'is not', null)
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const tomorrow = new Date(now.getTime() + DAY_MILLISECONDS);
  if (!newest?.audit_date || newest.audit_date > stamp(tomorrow, timeZone)) return;
  await db
    .updateTable('deleted_record')
    .set({ deleted_at: now.getTime(), deleted_date: stamp(now, timeZone) })
    .where('deleted_at', '>', now.getTime())
    .execute();
}

/**
 * Returns the newest audit entry that is not later than `limit`. Reads few entries at a time, because their dates have
 * no index.
 */
async function findNewestUpTo(db: Database, limit: string) {
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const entries = await db
      .selectFrom('audit_entry')
      .select(['audit_id', 'audit_date'])
      .where('audit_id', '<', last)
      .orderBy('audit_id', 'desc')
      .limit(ENTRIES)
      .execute();
    const found = entries.find(({ audit_date }) => audit_date !== null && audit_date <= limit);
    const end = entries.at(-1);
    if (found || !end || entries.length < ENTRIES) return found;
    last = end.audit_id;
    await setImmediate();
  }
}

/** Returns a stamp in milliseconds, without regard to its time zone. Only differences of such numbers are correct. */
function readStamp(date: string | null): number {
  return Date.parse(`${date}Z`);
}
