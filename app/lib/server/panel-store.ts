import type { SqliteHandle } from 'backend/db/connect';
import type { Kysely, PostgresQueryResult } from 'kysely';
import type { QueryConfig } from 'pg';
import type { StoreTables } from './store-tables';

/** The store, and the same database for rate-limiter-flexible, which knows no Kysely. */
export type PanelStore = { db: Kysely<StoreTables> } & (
  | { query: (query: QueryConfig) => Promise<PostgresQueryResult<Record<string, unknown>>> }
  | { sqlite: SqliteHandle }
);
