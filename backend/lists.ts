import { type RawBuilder, sql } from 'kysely';
import { type Filter, type ListQuery, parseListQuery } from '../app/lib/list/grammar';
import { fold } from '../app/lib/list/values';
import type { Database, SqlRow, SqlValue } from './db/connect';
import { contains, folded, studyTime } from './db/dialect';
import { done, type Envelope } from './envelope';
import { kindsOf, sqlOf, type Table } from './nouns/table';

export interface ListScope {
  /** IANA name of the zone that the study's dates are local to. */
  timeZone: string;
  /** Narrows the list to a part of the table, such as the links of one phone. */
  where?: RawBuilder<boolean>;
}

/**
 * Answers `{noun}/list`: the rows that the query asks for, in its order, and how many match in all.
 * The same rows as applyListQuery of app/lib/list/memory.ts gives; a property test holds them
 * against each other.
 */
export async function listRecords(
  db: Database,
  table: Table,
  params: URLSearchParams,
  scope: ListScope,
): Promise<Envelope> {
  const { query } = parseListQuery(params, kindsOf(table));
  const matching = db.selectFrom(table.table).where(allOf(conditions(table, query, scope)));
  const ordered = matching.$call((rows) => {
    const sort = query.sort;
    const byKey = sql.ref(`${table.table}.${table.key}`);
    if (!sort) return rows.orderBy(byKey, table.newestFirst ? 'desc' : 'asc');
    return rows
      .orderBy(comparable(table, sort.field, scope.timeZone), (order) =>
        (sort.descending ? order.desc() : order.asc()).nullsLast(),
      )
      .orderBy(byKey, 'asc');
  });
  const shown = selection(table, query.cols);
  if (query.size === undefined) {
    const rows = await ordered.select(shown).execute();
    return { ...done(rows), total: rows.length };
  }

  // Ids first: what is computed is then computed for the rows of this page only.
  const offset = (query.page - 1) * query.size;
  const keys = await ordered
    .select(sqlOf(table, table.key).as('key'))
    .limit(query.size)
    .offset(offset)
    .execute();
  const ids = keys.map((row) => row.key);
  const total =
    ids.length < query.size && (ids.length > 0 || offset === 0)
      ? offset + ids.length
      : await count(matching.select((eb) => eb.fn.countAll<number>().as('n')));
  return { ...done(await rowsWithIds(db, table, shown, ids)), total };
}

/** Reads a record by its alias, where the table has one, or by its key's value: a phone is its number. */
export async function readRecord(
  db: Database,
  table: Table,
  id: string,
): Promise<SqlRow | undefined> {
  const by = (column: string, value: SqlValue) =>
    db
      .selectFrom(table.table)
      .select(selection(table, undefined))
      .where(`${table.table}.${column}`, '=', value)
      .executeTakeFirst();
  const found = table.alias ? await by(table.alias, id) : undefined;
  return found ?? (/^\d{1,15}$/.test(id) ? by(table.key, Number(id)) : undefined);
}

async function rowsWithIds(
  db: Database,
  table: Table,
  shown: ReturnType<typeof selection>,
  ids: SqlValue[],
): Promise<SqlRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table.table)
    .select(shown)
    .where(`${table.table}.${table.key}`, 'in', ids)
    .execute();
  const byId = new Map(rows.map((row): [SqlValue, SqlRow] => [row[table.key], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

async function count(query: { executeTakeFirst(): Promise<{ n: number } | undefined> }) {
  return Number((await query.executeTakeFirst())?.n ?? 0);
}

/** The asked for columns, and those that every row carries. */
function selection(table: Table, cols: readonly string[] | undefined) {
  const names = cols
    ? new Set([table.key, ...cols, ...(table.always ?? [])])
    : Object.keys(table.columns);
  return Array.from(names, (name) => sqlOf(table, name).as(name));
}

function conditions(table: Table, query: ListQuery, scope: ListScope): RawBuilder<boolean>[] {
  const { q } = query;
  return [
    ...(scope.where ? [scope.where] : []),
    ...query.filters.map((filter) => condition(table, filter, scope.timeZone)),
    ...(q === undefined ? [] : [anyOf(searched(table, query).map((value) => contains(value, q)))]),
  ];
}

function condition(table: Table, filter: Filter, timeZone: string): RawBuilder<boolean> {
  const value = comparable(table, filter.field, timeZone);
  switch (filter.kind) {
    case 'text':
      return contains(sqlOf(table, filter.field), filter.contains);
    case 'exact':
      return sql`${folded(sqlOf(table, filter.field))} = ${fold(filter.equals)}`;
    case 'choice':
      return sql`${sqlOf(table, filter.field)} = ${filter.equals}`;
    case 'number':
      return between(value, filter.min, filter.max);
    case 'date':
      return between(sql`substr(${value}, 1, 10)`, filter.from, filter.to);
  }
}

function between(
  value: RawBuilder<SqlValue>,
  low: SqlValue | undefined,
  high: SqlValue | undefined,
): RawBuilder<boolean> {
  return allOf([
    ...(low === undefined ? [] : [sql<boolean>`${value} >= ${low}`]),
    ...(high === undefined ? [] : [sql<boolean>`${value} <= ${high}`]),
  ]);
}

/** A value as it is sorted and compared; null, which stands last, when it is empty. */
function comparable(table: Table, field: string, timeZone: string): RawBuilder<SqlValue> {
  const value = sqlOf(table, field);
  switch (table.columns[field]?.kind) {
    case 'number':
      return value;
    case 'date':
      return studyTime(value, timeZone);
    default:
      return folded(value);
  }
}

/** The text that `q` is looked for in. */
function searched(table: Table, query: ListQuery): RawBuilder<SqlValue>[] {
  return (query.cols ?? Object.keys(table.columns))
    .filter((name) => ['text', 'choice'].includes(table.columns[name]?.kind ?? ''))
    .map((name) => sqlOf(table, name));
}

function allOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` and `)})`;
}

function anyOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
}
