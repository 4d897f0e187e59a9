import type { Kysely, QueryExecutorProvider } from 'kysely';

/** A value of a column. */
export type SqlValue = string | number | null;

/** A row of the database or of the API. */
export type SqlRow = Record<string, SqlValue>;

/** A database whose tables and columns are named at run time, by a declaration or by the database itself. */
export type NamedDatabase = Kysely<Record<string, SqlRow>>;

/**
 * Returns the same database for queries whose tables and columns come from a declaration. Code that names a
 * table itself uses the database as it is, so that the compiler checks the name.
 */
export function byName(db: QueryExecutorProvider & { isTransaction: boolean }): NamedDatabase {
  // Only Kysely instances and transactions match the parameter's type, and types of tables do not exist at run time.
  return db as NamedDatabase;
}
