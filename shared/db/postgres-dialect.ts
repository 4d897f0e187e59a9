import { sql } from 'kysely';
import type { Dialect } from './dialect';
import {
  createRowCount,
  createSortedIndex,
  createTextIndex,
  dropListIndex,
  hasTrigrams,
  listIndexNames,
  replaceTrigger,
} from './postgres-indexes';
import { withoutStatementLimit } from './time-limits';

/**
 * The key of the advisory lock of `alone`. An arbitrary number that no other program on the database should use.
 */
const ALONE_LOCK = 7_260_411_905;

/**
 * The dialect of PostgreSQL, with the functions of postgres-functions.ts. Stored texts are COLLATE "C", and
 * computed texts are converted to it, so that texts are compared by code point as in SQLite and in memory.
 */
export const postgres: Dialect = {
  oneWriter: false,
  folded: (value) => sql`fold(nullif(${value}, '')) collate "C"`,
  // Index entries have a maximum length (0008-import-keys.ts).
  indexed: (value) => sql`md5(cast(${value} as text))`,
  lowered: (value) => sql`nullif(lower(cast(${value} as text) collate "C"), '')`,
  contains: (key, word) => sql`strpos(unmarked(${key}), ${word}) > 0`,
  // The engine uses the index on the same expression. Without such an index, it reads the table.
  foundInTextIndex(_id, index, columns, word) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    const found = columns.map(
      (column) => sql`unmarked(${index.buildKey(index.table, column)}) like ${pattern}`,
    );
    return sql`(${sql.join(found, sql` or `)})`;
  },
  // Without a cast, the parameter would get the type of the column, which may not allow fractions.
  number: (value) =>
    Number.isSafeInteger(value)
      ? sql`cast(${value} as bigint)`
      : sql`cast(${value} as double precision)`,
  fieldEquals: (json, field, text) =>
    sql`cast(${json} as jsonb) -> cast(${field} as text) = to_jsonb(cast(${text} as text))`,
  toJson: (text) => sql`cast(${text} as jsonb)`,
  mergeJson: (json, changed) =>
    sql`nullif(jsonb_strip_nulls(coalesce(${json}, '{}') || cast(${changed} as jsonb)), '{}')`,
  elements: (json) =>
    sql`(select value from jsonb_array_elements(cast(${json} as jsonb)) as elements (value))`,

  listIndexNames,
  dropListIndex,
  createSortedIndex,
  createTextIndex,
  createRowCount,
  replaceTrigger,

  async lockTable(db, table) {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
  },

  // The server analyzes a table by itself about a minute after many rows were added. Until then, it may assume
  // that a hundred values match a large part of the table, and read the whole table instead of using an index.
  async analyze(db, table) {
    await sql`analyze ${sql.table(table)}`.execute(db);
  },

  async restartKeys(db) {
    const { rows } = await sql<{ table: string; key: string }>`
      select table_name as table, column_name as key from information_schema.columns
      where table_schema = current_schema() and is_identity = 'YES'`.execute(db);
    for (const { table, key } of rows)
      await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${key}), max(${sql.ref(key)}))
        from ${sql.table(table)} having max(${sql.ref(key)}) is not null`.execute(db);
  },

  async reserveKeys(db, table, key, id) {
    await sql`select setval(place, ${id}) from (
        select cast(pg_get_serial_sequence(quote_ident(${table}), ${key}) as regclass) as place
      ) as sequences where ${id} > coalesce(pg_sequence_last_value(place), 0)`.execute(db);
  },

  whileFree: (db, name, work) =>
    db.connection().execute(async (held) => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_lock(hashtextextended(${name}, 0)) as free`.execute(held);
      if (!rows[0]?.free) return undefined;
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(held);
      }
    }),

  async findSchema(db) {
    const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
    return rows[0]?.name;
  },

  // No time limit, because the process that has the lock may be indexing a million rows.
  alone: (db, work) =>
    withoutStatementLimit(() =>
      db.connection().execute(async (held) => {
        await sql`select pg_advisory_lock(${ALONE_LOCK})`.execute(held);
        try {
          return await work();
        } finally {
          await sql`select pg_advisory_unlock(${ALONE_LOCK})`.execute(held);
        }
      }),
    ),

  async lacks(db) {
    if (await hasTrigrams(db)) return undefined;
    return 'The database has no extension pg_trgm: searching long lists reads whole tables. Its administrator can add it with `create extension pg_trgm`; the panel uses it from the next start on.';
  },
};
