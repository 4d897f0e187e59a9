import type { SqliteHandle } from 'shared/db/sqlite-file';
import { ConversionError } from './conversion-error';
import { listStoredTables } from './copy-panel';
import { MIGRATION_TABLES } from './former-tables';

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
      `select count(*) from ${from} former where ${isMissing(sqlite, schema, table, to)}`,
    );
    // Both databases have this table, and their rows are joined, so that their numbers differ.
    const isJoined = MIGRATION_TABLES.includes(table);
    const added = isJoined
      ? 0
      : count(`select count(*) from ${to}`) - count(`select count(*) from ${from}`);
    if (missing > 0 || added !== 0)
      throw new ConversionError(
        `The table ${table} could not be copied: ${missing} rows are missing or differ, and the copy has ${added} rows more.`,
      );
  }
}

/**
 * Returns the condition that a row has no equal one in the other table. Looks rows up by their key, because EXCEPT would
 * first copy a large table to a temporary file.
 */
function isMissing(sqlite: SqliteHandle, schema: string, table: string, to: string): string {
  const columns = sqlite.pragma(`${schema}.table_info("${table}")`) as {
    name: string;
    pk: number;
  }[];
  const equal = columns.map(({ name }) => `copied."${name}" is former."${name}"`).join(' and ');
  const keys = columns.filter(({ pk }) => pk > 0);
  const found = keys.map(({ name }) => `copied."${name}" = former."${name}"`);
  return `not exists (select 1 from ${to} copied where ${[...found, equal].join(' and ')})`;
}
