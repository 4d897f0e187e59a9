import { setTimeout } from 'node:timers/promises';
import { DAY_MILLISECONDS } from 'shared/db/clock';
import type { Database } from '../db/types';
import { findProvenTime, type PurgeClock, restampFuture } from './proven-time';

/** The maximum number of records that one statement deletes, because other writers wait for it. */
const BATCH = 200;
/** The pause between two batches, in which other writers can work. */
const PAUSE_MILLISECONDS = 5;

interface PurgeOptions extends Omit<PurgeClock, 'now'> {
  now: () => Date;
  onFailure: (error: unknown) => void;
}

/**
 * Deletes for good the records that were deleted at least `days` days ago. Deletes all records if `days` is 0. Returns
 * the number of deleted records. Stops between two batches when `signal` is aborted.
 */
export async function purgeBin(
  db: Database,
  days: number,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const latest = days === 0 ? Number.MAX_SAFE_INTEGER : now.getTime() - days * DAY_MILLISECONDS;
  let purged = 0;
  while (!signal?.aborted) {
    const batch = await db
      .selectFrom('deleted_record')
      .select('deleted_id')
      .where('deleted_at', '<=', latest)
      .orderBy('deleted_at')
      .limit(BATCH)
      .execute();
    if (batch.length === 0) break;
    const { numDeletedRows } = await db
      .deleteFrom('deleted_record')
      .where(
        'deleted_id',
        'in',
        batch.map(({ deleted_id }) => deleted_id),
      )
      .executeTakeFirstOrThrow();
    purged += Number(numDeletedRows);
    await setTimeout(PAUSE_MILLISECONDS);
  }
  return purged;
}

/**
 * Purges the bin as `purgeBin` does, but at the time that `findProvenTime` returns, so that a wrong clock does not
 * empty the bin. Returns the number of deleted records.
 */
export async function purgeByClock(
  db: Database,
  clock: PurgeClock,
  signal?: AbortSignal,
): Promise<number> {
  const { days, now } = clock;
  if (days === 0) return purgeBin(db, days, now, signal);
  await restampFuture(db, clock);
  const proven = await findProvenTime(db, clock);
  return proven ? purgeBin(db, days, proven, signal) : 0;
}

/** Returns the number of records in the bin. */
export async function countBin(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('deleted_record')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Purges the bin immediately and then daily, in the background. Reports failures to `onFailure`. `stop` waits for
 * the batch that is being deleted.
 */
export function startPurging(db: Database, { days, timeZone, now, onFailure }: PurgeOptions) {
  const stopping = new AbortController();
  let purging: Promise<unknown> = Promise.resolve();
  const purge = () => {
    purging = purging
      .then(() => purgeByClock(db, { days, timeZone, now: now() }, stopping.signal))
      .catch(onFailure);
  };
  purge();
  const timer = setInterval(purge, DAY_MILLISECONDS);
  timer.unref();
  return {
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(timer);
      await purging;
    },
  };
}
