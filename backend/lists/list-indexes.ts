import { sql } from 'kysely';
import type { Dialect } from 'shared/db/dialect';
import { getDialect } from 'shared/db/dialect-of';
import { defined } from 'shared/defined';
import type { Database } from '../db/types';
import { getComparedName, type Table } from '../entities/table';
import { buildComparable } from './list-conditions';
import { digest, findRowCounter, getTextIndex } from './lookups';

interface ListIndex {
  name: string;
  make(db: Database): Promise<unknown>;
}

/**
 * Makes the indexes of the lists match those that the tables declare (`lookups`). Creates missing indexes,
 * which takes seconds for a million rows, and drops indexes that are no longer declared. A runtime with another
 * version of Unicode replaces the indexes of texts, because it may fold letters differently.
 */
export async function makeListIndexes(db: Database, tables: readonly Table[]): Promise<void> {
  const dialect = getDialect(db);
  const wanted = tables.flatMap((table) => listIndexes(dialect, table));
  const names = new Set(wanted.map(({ name }) => name));
  const present = new Set(await dialect.listIndexNames(db));
  const stale = [...present].filter((name) => !names.has(name));
  const missing = wanted.filter(({ name }) => !present.has(name));
  if (stale.length + missing.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const name of stale) await dialect.dropListIndex(transaction, name);
    for (const { make } of missing) await make(transaction);
  });
}

function listIndexes(dialect: Dialect, table: Table): ListIndex[] {
  const text = getTextIndex(table);
  const count = findRowCounter(table);
  return [
    ...(table.lookups?.sorted ?? []).map((field) => buildSortedIndex(dialect, table, field)),
    ...(text
      ? [{ name: text.name, make: (db: Database) => dialect.createTextIndex(db, text) }]
      : []),
    ...(count
      ? [{ name: count, make: (db: Database) => dialect.createRowCount(db, count, table.table) }]
      : []),
  ];
}

/** Returns an index of a column's values in the form in which lists compare them. */
function buildSortedIndex(dialect: Dialect, table: Table, field: string): ListIndex {
  const kind = defined(table.columns[field]).kind;
  const column = getComparedName(table, field);
  const rules = kind === 'date' ? '' : process.versions.unicode;
  const name = `list_${table.table}_${digest([column, kind, rules].join())}`;
  const value = buildComparable(dialect, sql.ref(column), kind);
  const index = { name, table: table.table, key: table.key, value };
  return { name, make: (db) => dialect.createSortedIndex(db, index) };
}
