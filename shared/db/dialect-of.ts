import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';
import type { Dialect } from './dialect';
import { postgres } from './postgres-dialect';
import { sqlite } from './sqlite-dialect';

/** Returns the dialect for the engine of a database or transaction. */
export function getDialect(db: QueryExecutorProvider): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}
