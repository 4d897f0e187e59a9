import { setTimeout as wait } from 'node:timers/promises';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { stamp } from 'shared/db/clock';
import { getDialect } from 'shared/db/dialect-of';
import { every } from '../server/background-task.server';
import { config } from '../server/config.server';
import { getLatestMoment } from '../server/present';
import { getStore } from '../server/store.server';
import { parseRecords, type Ref } from './ranges';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The delay in milliseconds before the first deletion after a start. */
const FIRST_MS = 60_000;
/** The number of accesses that are deleted together, which takes some milliseconds. */
const BATCH = 100;
/** The number of ids in which one statement searches for old accesses. A larger search is slow: dates have no index. */
const WINDOW = 2_000;
/** The pause in milliseconds between two batches or windows. */
const PAUSE_MS = 20;

/** Deletes accesses that are older than ACCESS_LOG_DAYS, every hour. Stops after the batch that is being deleted. */
export const purgeTask = every(
  HOUR_MS,
  'the deletion of old accesses',
  (signal) => purgeAccesses(Date.now(), signal),
  { firstMs: FIRST_MS },
);

/**
 * Deletes the accesses that are older than ACCESS_LOG_DAYS, and the keys of records that have not been shown since. If
 * a wrong clock has given an access a date in the future, the access is deleted together with the first later one that
 * is too old. Does nothing while another panel deletes old accesses.
 */
export async function purgeAccesses(now = Date.now(), signal?: AbortSignal): Promise<void> {
  const db = await getStore();
  const limit = stamp(new Date(now - config.ACCESS_LOG_DAYS * DAY_MS), config.STUDY_TIME_ZONE);
  const latest = stamp(new Date(getLatestMoment(now)), config.STUDY_TIME_ZONE);
  const today = stamp(new Date(now), config.STUDY_TIME_ZONE).slice(0, 10);
  await getDialect(db).whileFree(db, 'old accesses', async () => {
    const { first, last } = await db
      .selectFrom('access_log')
      .select(({ fn }) => [fn.min('access_id').as('first'), fn.max('access_id').as('last')])
      .executeTakeFirstOrThrow();
    let newestOld: number | undefined;
    for (let end = Number(last); first !== null && end >= Number(first); end -= WINDOW) {
      const found = await findOldOrFuture(db, { end, limit, latest });
      newestOld ??= found.find(({ access_date }) => access_date < limit)?.access_id;
      const ids = found.map(({ access_id }) => access_id).filter((id) => id <= (newestOld ?? 0));
      for (let at = 0; at < ids.length; at += BATCH) {
        if (signal?.aborted) return;
        await deleteAccesses(db, ids.slice(at, at + BATCH));
        await wait(PAUSE_MS);
      }
      if (signal?.aborted) return;
      await wait(PAUSE_MS);
    }
    await restampFutureKeys(db, latest.slice(0, 10), today);
    await db.deleteFrom('access_key').where('seen_on', '<', limit.slice(0, 10)).execute();
  });
}

/**
 * Gives the present day to the keys of records that a wrong clock has dated after `latest`, so that they are deleted
 * some day. Does not change keys to which an access refers, because it may be the present clock that is wrong.
 */
async function restampFutureKeys(
  db: Kysely<StudyTables>,
  latest: string,
  today: string,
): Promise<void> {
  const entities = db.selectFrom('access_entity').select('entity_id');
  await db
    .updateTable('access_key')
    .set({ seen_on: today })
    .where('seen_on', '>', latest)
    .where(({ and, not, exists, eb }) => {
      const ref = eb.neg(eb.ref('access_key.key_id'));
      const postings = db
        .selectFrom('access_posting')
        .select('access_id')
        .where('entity_id', 'in', entities)
        .where('ref', '=', ref);
      const parts = db
        .selectFrom('access_part')
        .select('access_id')
        .where('entity_id', 'in', entities)
        .where('last_ref', '>=', ref)
        .where('first_ref', '<=', ref);
      return and([not(exists(postings)), not(exists(parts))]);
    })
    .execute();
}

/** Returns the accesses of a window of ids that are older than a limit or from the future, the newest id first. */
function findOldOrFuture(
  db: Kysely<StudyTables>,
  { end, limit, latest }: { end: number; limit: string; latest: string },
) {
  return db
    .selectFrom('access_log')
    .select(['access_id', 'access_date'])
    .where('access_id', '<=', end)
    .where('access_id', '>', end - WINDOW)
    .where(({ eb, or }) => or([eb('access_date', '<', limit), eb('access_date', '>', latest)]))
    .orderBy('access_id', 'desc')
    .execute();
}

/** Deletes the accesses with these ids, and what was stored of their records. */
function deleteAccesses(db: Kysely<StudyTables>, ids: readonly number[]): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('access_log')
      .select('access_records')
      .where('access_id', 'in', ids)
      .execute();
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
  });
}

/** Returns the records of accesses by entity, in groups that fit into one statement. */
function joinRecords(accesses: readonly { access_records: string }[]): [string, Ref[]][] {
  const byEntity = new Map<string, Set<Ref>>();
  for (const { access_records } of accesses)
    for (const [entity, refs] of parseRecords(access_records)) {
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
