import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ListQuery, parseListQuery } from '../app/lib/list/grammar';
import type { Database, SqlRow, SqlValue } from './db/connect';
import { done, type Envelope } from './envelope';
import { comparable, type ListScope, matches } from './list-conditions';
import { kindsOf, sqlOf, type Table } from './nouns/table';

const KEY = 'list_key';
/** Rows that a stream reads at once. */
const PART = 500;

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
  const shown = selection(table, query.cols);
  const ordered = keysInOrder(db, table, query, scope);
  if (query.size === undefined) {
    const rows = await ordered.clearSelect().select(shown).execute();
    return { ...done(rows), total: rows.length };
  }

  // Ids first: what is computed is then computed for the rows of this page only.
  const offset = (query.page - 1) * query.size;
  const ids = idsOf(await ordered.limit(query.size).offset(offset).execute());
  const total =
    ids.length < query.size && (ids.length > 0 || offset === 0)
      ? offset + ids.length
      : await count(db, table, query, scope);
  return { ...done(await rowsWithIds(db, table, shown, ids)), total };
}

/** All rows of a list, in parts: no moment holds more than one part and the rows' ids. */
export interface RecordStream {
  total: number;
  parts: AsyncGenerator<SqlRow[]>;
}

/** The rows that `listRecords` answers when no size is asked for; of those deleted meanwhile, none. */
export async function streamRecords(
  db: Database,
  table: Table,
  params: URLSearchParams,
  scope: ListScope,
): Promise<RecordStream> {
  const { query } = parseListQuery(params, kindsOf(table));
  const ids = idsOf(await keysInOrder(db, table, query, scope).execute());
  const shown = selection(table, query.cols);
  async function* parts() {
    for (let start = 0; start < ids.length; start += PART) {
      yield await rowsWithIds(db, table, shown, ids.slice(start, start + PART));
      // SQLite answers at once: others get their turn between two parts.
      await setImmediate();
    }
  }
  return { total: ids.length, parts: parts() };
}

function keysInOrder(db: Database, table: Table, query: ListQuery, scope: ListScope) {
  const { sort } = query;
  const key = sql.ref<SqlValue>(`${table.table}.${table.key}`);
  const keys = db
    .selectFrom(table.table)
    .select(key.as(KEY))
    .where(matches(table, query, scope));
  if (!sort) return keys.orderBy(key, table.newestFirst ? 'desc' : 'asc');
  // The key in the same direction: an index is then in this order, read forwards or backwards.
  const direction = sort.descending ? 'desc' : 'asc';
  const value = comparable(
    sqlOf(table, sort.field),
    table.columns[sort.field]?.kind,
    scope.timeZone,
  );
  return keys.orderBy(value, (order) => order[direction]().nullsLast()).orderBy(key, direction);
}

function idsOf(keys: readonly { [KEY]: SqlValue }[]): SqlValue[] {
  return keys.map((row) => row[KEY]);
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

async function count(db: Database, table: Table, query: ListQuery, scope: ListScope) {
  const { n } = await db
    .selectFrom(table.table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(matches(table, query, scope))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The asked for columns, and those that every row carries. */
function selection(table: Table, cols: readonly string[] | undefined) {
  const names = cols
    ? new Set([table.key, ...cols, ...(table.always ?? [])])
    : Object.keys(table.columns);
  return Array.from(names, (name) => sqlOf(table, name).as(name));
}
