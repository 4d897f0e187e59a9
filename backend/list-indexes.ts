import { sql } from 'kysely';
import type { Database } from './db/connect';
import { createTextIndex, dropTextIndex, listIndexNames } from './db/sqlite-indexes';
import { comparable } from './list-conditions';
import type { Table } from './nouns/table';
import { digest, textIndexOf } from './text-index';

interface ListIndex {
  name: string;
  make(db: Database): Promise<unknown>;
}

/**
 * Brings the indexes of the lists in line with what the tables declare (`lookups`): makes what is
 * missing, which takes seconds for a million rows, and drops what is not declared any more. Dates are
 * indexed in the study's zone, so another zone means other indexes.
 */
export async function makeListIndexes(
  db: Database,
  tables: readonly Table[],
  timeZone: string,
): Promise<void> {
  const wanted = tables.flatMap((table) => indexesOf(table, timeZone));
  const names = new Set(wanted.map(({ name }) => name));
  const present = await listIndexNames(db);
  for (const name of present.sorted.filter((name) => !names.has(name)))
    await sql`drop index ${sql.id(name)}`.execute(db);
  for (const name of present.text.filter((name) => !names.has(name)))
    await db.transaction().execute((transaction) => dropTextIndex(transaction, name));
  const there = new Set([...present.sorted, ...present.text]);
  for (const { name, make } of wanted)
    if (!there.has(name)) await db.transaction().execute((transaction) => make(transaction));
}

function indexesOf(table: Table, timeZone: string): ListIndex[] {
  const textIndex = textIndexOf(table);
  return [
    ...(table.lookups?.sorted ?? []).map((field) => sortedIndex(table, field, timeZone)),
    ...(textIndex
      ? [{ name: textIndex.name, make: (db: Database) => createTextIndex(db, textIndex) }]
      : []),
  ];
}

/** Holds a column as lists compare it. */
function sortedIndex(table: Table, field: string, timeZone: string): ListIndex {
  const kind = table.columns[field].kind;
  const zone = kind === 'date' ? timeZone : '';
  const name = `list_${table.table}_${digest([field, kind, zone].join())}`;
  const value = comparable(sql.ref(field), kind, timeZone);
  const make = (db: Database) =>
    sql`create index ${sql.id(name)} on ${sql.table(table.table)} (${value})`.execute(db);
  return { name, make };
}
