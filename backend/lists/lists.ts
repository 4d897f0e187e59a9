import { setImmediate } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { readOnThread } from 'shared/db/long-reads';
import { withoutStatementLimit } from 'shared/db/time-limits';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { getOffset, type ListQuery } from 'shared/list/grammar';
import { restrictQuery } from 'shared/list/restrict-query';
import type { StreamOptions } from 'shared/list/stream-options';
import type { Database } from '../db/types';
import { buildSelection, selectRows } from '../entities/rows';
import { getKinds, type Table } from '../entities/table';
import { done, type Envelope } from '../wire/envelope';
import {
  buildMatch,
  buildSorted,
  findIndexedRows,
  type ListScope,
  selectWithdrawn,
} from './list-conditions';
import { findRowCounter } from './lookups';

const ID = 'list_id';
const COUNT = 'list_count';
/** The maximum number of rows in one part of a stream. */
const PART = 500;

interface IndexedPage {
  /** The result of `findIndexedRows`. */
  indexed: Expression<unknown>;
  count: Expression<SqlValue>;
  size: number;
  offset: number;
}

/**
 * Answers `{name}/list` with the rows of the requested page, in the requested order, and the total number of
 * matching rows. Without a page size, answers with all matching rows. Must return the same rows as
 * applyListQuery in shared/list/memory.ts; a property test compares the two.
 */
export async function listRecords(
  db: Database,
  table: Table,
  asked: ListQuery,
  scope: ListScope,
): Promise<Envelope> {
  const query = restrictQuery(asked, getKinds(table));
  const shown = buildSelection(table, query.cols);
  const ordered = selectIdsInOrder(db, table, query, scope);
  if (query.size === undefined) {
    // Reads only the ids on a thread, because copying all rows from it would need several times the memory.
    const all = readIds(await readOnThread(db, ordered.compile()));
    const rows: SqlRow[] = [];
    for (let start = 0; start < all.length; start += PART) {
      rows.push(...(await selectRows(db, table, shown, all.slice(start, start + PART))));
      await setImmediate();
    }
    return { ...done(rows), total: rows.length };
  }

  // Selects only the ids first, so that computed columns are evaluated only for the rows of this page.
  const countTable = findCountTable(table, query, scope);
  const indexed = findIndexedRows(getDialect(db), table, query, scope);
  // An unfiltered list reads its total from the table of row counts, if there is one, and a search from the text index.
  // Otherwise, a window function counts the matching rows in the same statement, so that the conditions are evaluated
  // only once.
  const count = countTable
    ? sql<SqlValue>`(${countAll(table, query, countTable)})`
    : indexed
      ? sql<SqlValue>`(select count(*) ${indexed})`
      : sql<SqlValue>`count(*) over ()`;
  const page = { size: query.size, offset: getOffset(query) };
  const inOrder = ordered.limit(page.size).offset(page.offset).select(count.as(COUNT));
  const found: SqlRow[] =
    indexed && !query.sort
      ? await readIndexedPage(db, table, { indexed, count, ...page })
      : countTable && !query.sort
        ? await inOrder.execute()
        : await readOnThread(db, inOrder.compile());
  const ids = readIds(found);
  // A page after the last one has no row that contains the total. If the first page has no row, no row matches.
  const total =
    found[0]?.[COUNT] ??
    (page.offset === 0 ? 0 : await countRows(db, table, query, scope, countTable));
  const rows = isKeyOnly(table, query)
    ? ids.map((id) => ({ [table.key]: id }))
    : await selectRows(db, table, shown, ids);
  return { ...done(rows), total: Number(total) };
}

/** Returns whether a query requests nothing but the ids of the records. */
function isKeyOnly({ key, always = [] }: Table, { cols }: ListQuery): boolean {
  return cols !== undefined && [...cols, ...always].every((name) => name === key);
}

/** All rows of a list, in parts. Memory holds the ids of all rows, but only one part of the rows at a time. */
export interface RecordStream {
  /**
   * The number of matching rows at the start; rows that are deleted during the stream are missing from `parts`.
   */
  total: number;
  parts: AsyncGenerator<SqlRow[]>;
}

/**
 * Streams the rows that `listRecords` returns for a query without a page size. Leaves out rows that are deleted
 * while the stream is read.
 */
export async function streamRecords(
  db: Database,
  table: Table,
  asked: ListQuery,
  scope: ListScope,
  { also = [], arrange = async (ids) => ids }: StreamOptions = {},
): Promise<RecordStream> {
  const query = restrictQuery(asked, getKinds(table));
  // Finding all rows may take longer than the time limit of statements, which is meant for pages that users
  // wait for.
  const selectIds = () => readOnThread(db, selectIdsInOrder(db, table, query, scope).compile());
  const ids = await arrange(readIds(await withoutStatementLimit(selectIds)));
  const more = also.filter((field) => Object.hasOwn(table.columns, field));
  const shown = buildSelection(table, query.cols && [...query.cols, ...more]);
  async function* readParts() {
    for (let start = 0; start < ids.length; start += PART) {
      const part = ids.slice(start, start + PART);
      yield await withoutStatementLimit(() => selectRows(db, table, shown, part));
      // SQLite queries are synchronous; this lets other requests run between two parts.
      await setImmediate();
    }
  }
  return { total: ids.length, parts: readParts() };
}

function selectIdsInOrder(db: Database, table: Table, query: ListQuery, scope: ListScope) {
  const { sort } = query;
  const dialect = getDialect(db);
  const key = sql.ref<SqlValue>(`${table.table}.${table.key}`);
  const ids = byName(db)
    .selectFrom(table.table)
    .select(key.as(ID))
    .where(buildMatch(dialect, table, query, scope));
  if (!sort) return ids.orderBy(key, table.newestFirst ? 'desc' : 'asc');
  // Sorting the key in the same direction allows an index to provide this order.
  const direction = sort.descending ? 'desc' : 'asc';
  const value = buildSorted(dialect, table, sort.field);
  return ids.orderBy(value, (order) => order[direction]().nullsLast()).orderBy(key, direction);
}

/**
 * Returns the ids of a page in the order of the keys, with the count, from the text index alone. Reading the ids of
 * all matching rows and sorting them takes 200 times as long when 100,000 rows match.
 */
async function readIndexedPage(
  db: Database,
  { newestFirst }: Table,
  { indexed, count, size, offset }: IndexedPage,
): Promise<SqlRow[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const { rows } = await sql<SqlRow>`
    select rowid as ${sql.ref(ID)}, ${count} as ${sql.ref(COUNT)} ${indexed}
    order by rowid ${direction} limit ${size} offset ${offset}
  `.execute(db);
  return rows;
}

function readIds(found: readonly SqlRow[]): SqlValue[] {
  return found.map((row) => row[ID] ?? null);
}

/**
 * Returns the name of the table that stores the number of rows. Returns undefined if the query filters the list,
 * or if the list has no such table.
 */
function findCountTable(table: Table, { filters, q }: ListQuery, { where }: ListScope) {
  const narrowed = filters.length > 0 || q !== undefined || where !== undefined;
  return narrowed ? undefined : findRowCounter(table);
}

/** Returns the query for the number of all rows of a list, without those of withdrawn participants. */
function countAll(table: Table, query: ListQuery, countTable: string) {
  const withdrawn = selectWithdrawn(table, query);
  const left = withdrawn ? sql`(select count(*) from ${withdrawn} as withdrawn)` : sql.lit(0);
  return sql<{ n: SqlValue }>`select n - ${left} as n from ${sql.table(countTable)}`;
}

async function countRows(
  db: Database,
  table: Table,
  query: ListQuery,
  scope: ListScope,
  countTable: string | undefined,
) {
  if (countTable) {
    const { rows } = await countAll(table, query, countTable).execute(db);
    return rows[0]?.n ?? 0;
  }
  const matching = byName(db)
    .selectFrom(table.table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(buildMatch(getDialect(db), table, query, scope));
  const [counted] = await readOnThread(db, matching.compile());
  return counted?.n ?? 0;
}
