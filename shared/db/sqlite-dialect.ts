import { sql } from 'kysely';
import type { Dialect, TextIndex } from './dialect';
import {
  createRowCount,
  createTextIndex,
  dropListIndex,
  listIndexNames,
  replaceTrigger,
} from './sqlite-indexes';

/**
 * The dialect of SQLite, with the function that connect.ts registers. Only one process writes to a database file.
 */
export const sqlite: Dialect = {
  oneWriter: true,
  folded: (value) => sql`fold(nullif(${value}, ''))`,
  indexed: (value) => sql`${value}`,
  contains: (value, part) => sql`instr(fold(${value}), fold(${part})) > 0`,
  foundInTextIndex: (key, index, columns, part) =>
    sql`${key} in (select rowid ${fromTextIndex(index, columns, part)})`,
  fromTextIndex,
  // Reads the distinct values one after the other from the index, without reading the rows that have the same value
  // (sqlite.org/lang_with.html).
  foundAmongFew(name, value, part) {
    const table = sql.table(name);
    return sql`${value} in (
      with recursive held(value) as (
        select min(${value}) from ${table}
        union all
        select (select min(${value}) from ${table} where ${value} > held.value) from held
        where held.value is not null
      ) select value from held where instr(value, ${part}) > 0)`;
  },
  number: (value) => sql`${value}`,
  fieldEquals: (json, field, text) => sql`json_extract(${json}, ${`$."${field}"`}) = ${text}`,
  elements: (json) => sql`json_each(${json})`,

  listIndexNames,
  dropListIndex,
  async createSortedIndex(db, { name, table, value }) {
    // SQLite appends the key to index entries by itself, and can read an index in both directions.
    await sql`create index ${sql.id(name)} on ${sql.table(table)} (${value})`.execute(db);
  },
  createTextIndex,
  createRowCount,
  replaceTrigger,

  // A transaction already excludes all other writers of the database.
  lockTable: async () => {},
  // SQLite uses an index to look up values even without statistics.
  analyze: async () => {},
  // AUTOINCREMENT takes inserted keys into account by itself.
  restartKeys: async () => {},
  async reserveKeys(db, table, _key, id) {
    await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
      where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db);
    await sql`update sqlite_sequence set seq = max(seq, ${id}) where name = ${table}`.execute(db);
  },
  // Only one process has the data folder locked, and it does not run work of the same name concurrently.
  whileFree: (_db, _name, work) => work(),
  findSchema: async () => undefined,
  alone: (_db, work) => work(),
  lacks: async () => undefined,
};

function fromTextIndex({ name }: TextIndex, columns: readonly string[], part: string) {
  const wanted = `{${columns.join(' ')}} : "${part.replaceAll('"', '""')}"`;
  return sql`from ${sql.table(name)} where ${sql.table(name)} match ${wanted}`;
}
