import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { readOnThread } from 'shared/db/long-reads';
import { byName, type SqlValue } from 'shared/db/types';
import type { ListQuery } from 'shared/list/grammar';
import { restrictQuery } from 'shared/list/restrict-query';
import { makeGroupCounter, type SummaryResult, UNREADABLE } from 'shared/list/summary/count-groups';
import type { Grouping, Summary } from 'shared/list/summary/grammar';
import { getPrefixLength } from 'shared/list/summary/periods';
import type { Database } from '../db/types';
import { getComparedSql, getKinds, getSql, type Table } from '../entities/table';
import { buildMatch, type ListSource } from './list-conditions';

const KEY = 'list_key';
/** The numbers of rows of a part, and the time in milliseconds that a part may take before the next one is smaller. */
const PART = { first: 500, min: 100, max: 20_000 };
const SLOW_MS = 25;

/** The rows of a part that have the same values. PostgreSQL returns some of the numbers as texts. */
interface Counted {
  g0: string | null;
  g1: string | null;
  rows: SqlValue;
  n: SqlValue;
  sum: SqlValue;
  min: SqlValue;
  max: SqlValue;
}

/** The keys between which a part is: after the first one, up to the second one. */
type Bounds = readonly [after: SqlValue | undefined, last: SqlValue | undefined];

/**
 * Summarizes the rows of a list that match a query, whose days are not relative. Must return the same result as
 * summarizeRows in shared/list/summary; a property test compares the two. Returns undefined if the fields have too many
 * different values. Reads the rows in parts by key, each as large as can be counted without keeping other requests
 * waiting.
 */
export async function summarizeList(
  db: Database,
  source: ListSource,
  asked: ListQuery,
  summary: Summary,
): Promise<SummaryResult | undefined> {
  const { table } = source;
  const query = restrictQuery(asked, getKinds(table));
  const counter = makeGroupCounter(summary, getKinds(table));
  let after: SqlValue | undefined;
  let size = PART.first;
  do {
    const begin = performance.now();
    const last = await findLastKey(db, table, after, size);
    for (const { g0, g1, ...counts } of await countPart(db, source, query, summary, [after, last]))
      if (!counter.add([g0, g1], readCounts(counts))) return undefined;
    after = last;
    size = getNextSize(size, performance.now() - begin);
    await setImmediate();
  } while (after !== undefined);
  return counter.finish();
}

/** Returns the size of the next part, after one of this size took this number of milliseconds. */
function getNextSize(size: number, took: number): number {
  const wanted = took > SLOW_MS ? size / 2 : took < SLOW_MS / 2 ? size * 2 : size;
  return Math.round(Math.min(Math.max(wanted, PART.min), PART.max));
}

/** Returns the key of the last row of the next part, or undefined if that part ends with the table. */
async function findLastKey(
  db: Database,
  table: Table,
  after: SqlValue | undefined,
  size: number,
): Promise<SqlValue | undefined> {
  const key = getKey(table);
  let rows = byName(db)
    .selectFrom(table.table)
    .select(key.as(KEY))
    .orderBy(key)
    .offset(size - 1)
    .limit(1);
  if (after !== undefined) rows = rows.where(sql<boolean>`${key} > ${after}`);
  return (await rows.executeTakeFirst())?.[KEY];
}

async function countPart(
  db: Database,
  { table, where }: ListSource,
  query: ListQuery,
  { by, of }: Summary,
  [after, last]: Bounds,
): Promise<Counted[]> {
  const [first, second] = by;
  const measured: RawBuilder<SqlValue> =
    'field' in of ? sql`cast(${getSql(table, of.field)} as double precision)` : sql`null`;
  const key = getKey(table);
  // Does not use the index of texts, because each part would search the whole index.
  const match = buildMatch(getDialect(db), { ...table, lookups: undefined }, query, { where });
  const bounds = [
    ...(after === undefined ? [] : [sql<boolean>`${key} > ${after}`]),
    ...(last === undefined ? [] : [sql<boolean>`${key} <= ${last}`]),
  ];
  const counted = sql<Counted>`
    select g0, g1, count(*) as rows, count(m) as n, sum(m) as sum, min(m) as min, max(m) as max
    from (
      select ${buildGroup(table, first)} as g0,
        ${second ? buildGroup(table, second) : sql`cast(null as text)`} as g1,
        cast(${measured} as double precision) as m
      from ${sql.table(table.table)}
      where ${sql.join([...bounds, match], sql` and `)}
    ) as part group by g0, g1`;
  return readOnThread(db, counted.compile(db));
}

/** Returns the expression of a group's value, as `makeGroupCounter` reads it. */
function buildGroup(table: Table, { field, unit }: Grouping): RawBuilder<SqlValue> {
  const text = sql<SqlValue>`nullif(cast(${getSql(table, field)} as text), '')`;
  if (!unit) return text;
  const compared = getComparedSql(table, field);
  return sql`case when ${compared} is not null
    then substr(${compared}, 1, ${sql.lit(getPrefixLength(unit))})
    when ${text} is not null then ${sql.lit(UNREADABLE)} end`;
}

function readCounts({ rows, n, sum, min, max }: Omit<Counted, 'g0' | 'g1'>) {
  const read = (value: SqlValue) => (value === null ? null : Number(value));
  return { rows: Number(rows), n: Number(n), sum: Number(sum), min: read(min), max: read(max) };
}

function getKey({ table, key }: Table) {
  return sql.ref<SqlValue>(`${table}.${key}`);
}
