import type { SqliteHandle } from 'shared/db/sqlite-file';
import { ConversionError } from './conversion-error';
import { listStoredTables, MIGRATION_TABLES } from './copy-panel';

/**
 * Throws ConversionError unless the main database has all rows of the attached one with the same values: records, both
 * chains with their digests, and signatures. `nameInMain` returns the name that a table has in the main database.
 */
export function compareTables(
  sqlite: SqliteHandle,
  schema: string,
  nameInMain: (table: string) => string,
): void {
  for (const table of listStoredTables(sqlite, schema)) {
    // The text indexes of lists are made again.
    if (table.startsWith('find_')) continue;
    const from = `${schema}."${table}"`;
    const to = `main."${nameInMain(table)}"`;
    const count = (query: string) => Number(sqlite.prepare(query).pluck().get());
    const missing = count(
      `select count(*) from (select * from ${from} except select * from ${to})`,
    );
    // Both databases have recorded their migrations in a table of the same name.
    const isJoined = MIGRATION_TABLES.includes(table);
    const added = isJoined
      ? 0
      : count(`select count(*) from ${to}`) - count(`select count(*) from ${from}`);
    if (missing > 0 || added !== 0)
      throw new ConversionError(
        `The table ${table} could not be copied: ${missing} rows differ, and ${added} are too many.`,
      );
  }
}
