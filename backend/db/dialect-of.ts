import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';
import type { Dialect } from './dialect';
import { postgres } from './postgres-dialect';
import { sqlite } from './sqlite-dialect';

/** The dialect of the engine behind a database or a transaction. */
export function getDialect(db: QueryExecutorProvider): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
}
