import type { Kysely, PostgresQueryResult } from 'kysely';
import type { QueryConfig } from 'pg';
import type { SqliteHandle } from 'shared/db/sqlite-file';
import type { StoreTables } from './store-tables';

/**
 * The store, with direct access to the same database for rate-limiter-flexible, which does not support Kysely.
 */
export type PanelStore = { db: Kysely<StoreTables> } & (
  | { query: (query: QueryConfig) => Promise<PostgresQueryResult<Record<string, unknown>>> }
  | { sqlite: SqliteHandle }
);
