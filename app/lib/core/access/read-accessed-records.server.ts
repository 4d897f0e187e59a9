import { setImmediate } from 'node:timers/promises';
import type { ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { StoredAccess } from '../entities/list-scope';
import { queryRows } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { getStore } from '../server/store.server';
import { type AccessedRecord, buildRows } from './accessed-rows.server';
import { settleAccesses } from './collect-accesses.server';
import { parseRecords, type Ref, readRanges } from './ranges';
import { NO_BOUNDARY } from './read-accesses.server';

/** The maximum number of records of an access that are listed. */
const MAX_LISTED = 50_000;
/** The number of rows of `access_part` that one query reads. In an export, each has up to 500 records of one entity. */
const PARTS = 20;
const TOO_MANY = `The list has the first ${MAX_LISTED.toLocaleString('en')} records of this access.`;

/**
 * Returns an access of the log, or undefined if it does not exist. With `userKey`, returns only an access of this user.
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
    id,
    username: row.username,
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
  const { access, userKey, nameRecords } = entity.accesses ?? {};
  if (!access) return { rows: [], total: 0 };
  const all = await listRecords(access);
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

/**
 * Returns the records of an access, grouped by entity. Stops reading once it has more than MAX_LISTED records, so that
 * the caller can tell that some are not listed. Lets other requests run between queries.
 */
async function listRecords({ id, records }: StoredAccess): Promise<AccessedRecord[]> {
  const byEntity = new Map<string, Set<Ref>>();
  let count = 0;
  const add = (entity: string, refs: readonly Ref[]) => {
    const known = byEntity.get(entity) ?? new Set<Ref>();
    count -= known.size;
    for (const ref of refs) known.add(ref);
    count += known.size;
    byEntity.set(entity, known);
  };
  for (const [entity, refs] of parseRecords(records)) add(entity, refs);
  let last = { part: -1, entity_id: 0 };
  while (count <= MAX_LISTED) {
    const parts = await readParts(id, last);
    for (const { name, refs } of parts) add(name, readRanges(refs));
    const end = parts.at(-1);
    if (!end || parts.length < PARTS) break;
    last = end;
    await setImmediate();
  }
  return [...byEntity].flatMap(([entity, refs]) => [...refs].map((ref) => ({ entity, ref })));
}

/** Reads the next rows of an access from `access_part`, starting after the given one. */
async function readParts(
  access_id: number,
  { part, entity_id }: { part: number; entity_id: number },
) {
  const db = await getStore();
  return db
    .selectFrom('access_part')
    .innerJoin('access_entity', 'access_entity.entity_id', 'access_part.entity_id')
    .select(['part', 'access_part.entity_id', 'name', 'refs'])
    .where('access_id', '=', access_id)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('part', 'access_part.entity_id'), '>', tuple(part, entity_id)),
    )
    .orderBy('part')
    .orderBy('access_part.entity_id')
    .limit(PARTS)
    .execute();
}
