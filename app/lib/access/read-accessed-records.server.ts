import type { ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { queryRows } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { getStore } from '../server/store.server';
import { type AccessedRecord, buildRows } from './accessed-rows.server';
import { settleAccesses } from './collect-accesses.server';
import { type Ref, readRanges, readRecords } from './ranges';
import { NO_BOUNDARY } from './read-accesses.server';

/** The maximum number of records of an access that are listed. */
const MAX_LISTED = 50_000;
const TOO_MANY = `The list has the first ${MAX_LISTED.toLocaleString('en')} records of this access.`;

/** An access as its page describes it. */
export interface StoredAccess {
  user: string;
  userKey: string;
  /** The time in the study's time zone, as `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  kind: string;
  list: string;
  records: string;
}

/**
 * Returns an access of the log, or undefined if it does not exist. With `userKey`, finds only accesses of this user.
 */
export async function findAccess(id: number, userKey?: string): Promise<StoredAccess | undefined> {
  await settleAccesses();
  const db = await getStore();
  const row = await db
    .selectFrom('access_log')
    .innerJoin('access_user', 'user_id', 'access_user_id')
    .selectAll()
    .where('access_id', '=', id)
    .executeTakeFirst();
  if (!row || (userKey !== undefined && row.user_key !== userKey)) return undefined;
  return {
    user: row.username,
    userKey: row.user_key,
    date: row.access_date,
    kind: row.access_kind,
    list: row.access_list,
    records: row.access_records,
  };
}

/**
 * Returns the records of an access that match a query. Decrypts only the records of the page, unless the query filters
 * or sorts.
 */
export async function readAccessedRecords(entity: Entity, query: ListQuery): Promise<ListPage> {
  const { accessId = 0, userKey, nameRecords } = entity.accesses ?? {};
  const found = await findAccess(accessId, userKey);
  if (!found) return { rows: [], total: 0 };
  const all = await listRecords(accessId, found.records);
  const listed = all.slice(0, MAX_LISTED);
  const { size = MAX_LISTED, page } = query;
  const start = (page - 1) * size;
  const isPlain = !query.sort && query.q === undefined && query.filters.length === 0;
  const complete = async (rows: Row[]) =>
    query.size !== undefined && nameRecords ? nameRecords(rows) : rows;
  const notes = [
    ...(config.RESEARCHERS_MANAGE_USERS ? [NO_BOUNDARY] : []),
    ...(all.length > MAX_LISTED ? [TOO_MANY] : []),
  ];
  const note = notes.join(' ') || undefined;
  if (isPlain) {
    const rows = await buildRows(listed.slice(start, start + size), start, userKey === undefined);
    return { rows: await complete(rows), total: listed.length, note };
  }
  const rows = await buildRows(listed, 0, userKey === undefined);
  const result = queryRows(entity, rows, query);
  return { ...result, rows: await complete([...result.rows]), note };
}

/** Returns the records of an access, grouped by entity. */
async function listRecords(accessId: number, text: string): Promise<AccessedRecord[]> {
  const byEntity = new Map<string, Set<Ref>>();
  const add = (entity: string, refs: readonly Ref[]) => {
    const known = byEntity.get(entity) ?? new Set<Ref>();
    for (const ref of refs) known.add(ref);
    byEntity.set(entity, known);
  };
  for (const [entity, refs] of readRecords(text)) add(entity, refs);
  const db = await getStore();
  const parts = await db
    .selectFrom('access_part')
    .innerJoin('access_entity', 'access_entity.entity_id', 'access_part.entity_id')
    .select(['name', 'refs'])
    .where('access_id', '=', accessId)
    .orderBy('part')
    .execute();
  for (const { name, refs } of parts) add(name, readRanges(refs));
  return [...byEntity].flatMap(([entity, refs]) => [...refs].map((ref) => ({ entity, ref })));
}
