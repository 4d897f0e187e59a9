import { sql } from 'kysely';
import type { SearchWords } from '../list/search-words';
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
  lowered: (value) => sql`nullif(lower(${value}), '')`,
  contains: (key, word) => sql`instr(unmarked(${key}), ${word}) > 0`,
  foundInTextIndex: (id, index, columns, word) =>
    sql`${id} in (select rowid ${fromTextIndex(index, columns, [[word]])})`,
  fromTextIndex,
  // Reads the distinct values one after the other from the index, without reading the rows that have the same value
  // (sqlite.org/lang_with.html).
  foundAmongFew(name, value, wanted) {
    const table = sql.table(name);
    const found = wanted.map(
      (words) =>
        sql`(${sql.join(
          words.map((word) => sql`instr(unmarked(value), ${word}) > 0`),
          sql` and `,
        )})`,
    );
    return sql`${value} in (
      with recursive held(value) as (
        select min(${value}) from ${table}
        union all
        select (select min(${value}) from ${table} where ${value} > held.value) from held
        where held.value is not null
      ) select value from held where ${found.length === 0 ? sql`1 = 0` : sql.join(found, sql` or `)})`;
  },
  number: (value) => sql`${value}`,
  fieldEquals: (json, field, text) => sql`json_extract(${json}, ${`$."${field}"`}) = ${text}`,
  elements: (json) => sql`json_each(${json})`,
  toJson: (text) => sql`${text}`,
  mergeJson: (json, changed) => sql`nullif(json_patch(coalesce(${json}, '{}'), ${changed}), '{}')`,

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

function fromTextIndex({ name }: TextIndex, columns: readonly string[], wanted: SearchWords) {
  const find = (word: string) => `{${columns.join(' ')}} : "${word.replaceAll('"', '""')}"`;
  const match = wanted.map((words) => `(${words.map(find).join(' AND ')})`).join(' OR ');
  return sql`from ${sql.table(name)} where ${sql.table(name)} match ${match}`;
}
