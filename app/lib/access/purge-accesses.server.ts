import { setTimeout as wait } from 'node:timers/promises';
import { stamp } from 'backend/db/clock';
import { getDialect } from 'backend/db/dialect-of';
import type { Kysely } from 'kysely';
import { toErrorText } from 'shared/error-text';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getStore } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { type Ref, readRecords } from './ranges';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The delay in milliseconds before the first deletion after a start. */
const FIRST_MS = 60_000;
/** The number of accesses that are deleted together, which takes some milliseconds. */
const BATCH = 100;
/** The pause in milliseconds between two batches. */
const PAUSE_MS = 20;

let timer: NodeJS.Timeout | undefined;
let purging: Promise<void> | undefined;
let isStopped = false;

/** Starts to delete accesses that are older than ACCESS_LOG_DAYS, every hour and in the background. */
export function startPurging(): void {
  isStopped = false;
  const next = () => {
    purging = purgeAccesses().catch((error: unknown) =>
      log.error({ error: toErrorText(error) }, 'old accesses could not be deleted'),
    );
    timer = setTimeout(next, HOUR_MS).unref();
  };
  timer = setTimeout(next, FIRST_MS).unref();
}

/** Stops deleting after the batch that is being deleted. */
export async function stopPurging(): Promise<void> {
  isStopped = true;
  clearTimeout(timer);
  await purging;
}

/**
 * Deletes the accesses that are older than ACCESS_LOG_DAYS, and the keys of records that have not been shown since.
 * Does nothing while another panel deletes them.
 */
export async function purgeAccesses(now = Date.now()): Promise<void> {
  const db = await getStore();
  const limit = stamp(new Date(now - config.ACCESS_LOG_DAYS * DAY_MS), config.STUDY_TIME_ZONE);
  await getDialect(db).whileFree(db, 'old accesses', async () => {
    while (!isStopped && (await purgeBatch(db, limit))) await wait(PAUSE_MS);
    await db.deleteFrom('access_key').where('seen_on', '<', limit.slice(0, 10)).execute();
  });
}

/**
 * Deletes one batch of the accesses from before a time, beginning with the oldest. Returns false when no more remain.
 */
function purgeBatch(db: Kysely<StoreTables>, limit: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const oldest = await transaction
      .selectFrom('access_log')
      .select(['access_id', 'access_date', 'access_records'])
      .orderBy('access_id')
      .limit(BATCH)
      .execute();
    const old = oldest.filter(({ access_date }) => access_date < limit);
    const ids = old.map(({ access_id }) => access_id);
    if (ids.length === 0) return false;
    for (const [entity, refs] of joinRecords(old))
      await transaction
        .deleteFrom('access_posting')
        .where('entity_id', 'in', (query) =>
          query.selectFrom('access_entity').select('entity_id').where('name', '=', entity),
        )
        .where('ref', 'in', refs)
        .where('access_id', 'in', ids)
        .execute();
    await transaction.deleteFrom('access_part').where('access_id', 'in', ids).execute();
    await transaction.deleteFrom('access_log').where('access_id', 'in', ids).execute();
    return old.length === BATCH;
  });
}

/** Returns the records of accesses by entity, in groups that fit into one statement. */
function joinRecords(accesses: readonly { access_records: string }[]): [string, Ref[]][] {
  const byEntity = new Map<string, Set<Ref>>();
  for (const { access_records } of accesses)
    for (const [entity, refs] of readRecords(access_records)) {
      const known = byEntity.get(entity) ?? new Set<Ref>();
      for (const ref of refs) known.add(ref);
      byEntity.set(entity, known);
    }
  return [...byEntity].flatMap(([entity, refs]) => {
    const all = [...refs];
    return Array.from({ length: Math.ceil(all.length / 1_000) }, (_, at): [string, Ref[]] => [
      entity,
      all.slice(at * 1_000, (at + 1) * 1_000),
    ]);
  });
}
