import {
  type DataTypeNode,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Pool, QueryConfig } from 'pg';
import { type OnLost, orLost, WatchedDriver } from './lost-connection';
import { postgres } from './postgres-dialect';
import { createFunctions } from './postgres-functions';

/** A database server, and the part of its database that these tables have for themselves. */
export interface PostgresPlace {
  url: string;
  /** The second two while they are being copied (operations/db-copy.ts). */
  schema: 'host' | 'panel' | 'host_copy' | 'panel_copy';
  /** What is thrown instead of the error of a connection that is lost; that error unless told. */
  onLost?: OnLost;
}

/** What the server's own list of connections calls the panel's. */
export const APPLICATION_NAME = 'study-panel';

const CONNECTIONS = 8;
const CONNECT_MILLISECONDS = 5_000;
/** A process that hangs in the middle of a transaction holds up the others no longer than this. */
const IDLE_IN_TRANSACTION_MILLISECONDS = 60_000;
/** `bigint` and `numeric`, which pg hands over as text. */
const NUMBERS: readonly number[] = [20, 1700];

/** The database cannot be reached, or not with these credentials; one sentence, without the password. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/**
 * Connects to a server and makes the schema and functions that the tables need, unless they are there.
 * Connections that are lost come back by themselves. Throws DatabaseUnreachableError.
 */
export async function openPostgres<DB>({ url, schema, onLost = itself }: PostgresPlace) {
  const pool = await makePool(url, schema);
  const db = new Kysely<DB>({ dialect: new ServerDialect(pool, onLost) });
  try {
    await pool.query('select 1');
    await postgres.alone(db, () => prepare(db, schema));
    return { db, query: (query: QueryConfig) => orLost(onLost, () => pool.query(query)) };
  } catch (error) {
    await db.destroy();
    throw unusable(url, error);
  }
}

async function makePool(url: string, schema: string): Promise<Pool> {
  // Loaded only where there is a server.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: CONNECTIONS,
    // Kept while idle: db:copy sees by them that a panel is running.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
    keepAlive: true,
    onConnect: async (client) => {
      // One that is lost in the middle of a transaction: the next query says so.
      client.on('error', () => {});
      // Compiling a list's query takes longer than the list.
      await client.query(`set search_path to "${schema}"; set jit to off`);
    },
    types: {
      getTypeParser: (oid: number) =>
        NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, 'text'),
    },
  });
  // A connection that ends while nobody uses it; the next one who asks gets another.
  pool.on('error', () => {});
  return pool;
}

async function prepare<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regnamespace(${schema}) is not null as there`.execute(db);
  if (!rows[0]?.there) await sql`create schema ${sql.id(schema)}`.execute(db);
  // Trusted: the database's owner may. Whoever may not does without it (Dialect.lacks).
  await sql`create extension if not exists pg_trgm with schema public`.execute(db).catch(() => {});
  await createFunctions(db);
}

function itself(error: Error): Error {
  return error;
}

function unusable(url: string, error: unknown): Error {
  const { code, message } = error as { code?: string; message?: string };
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  return new DatabaseUnreachableError(
    `The database at ${place} cannot be used (${code ?? message}): see DATABASE_URL.`,
    { cause: error },
  );
}

/** Kysely's own for PostgreSQL, but for how the shared migrations' tables and the values are written. */
class ServerDialect extends PostgresDialect {
  readonly #makeDriver: () => Driver;

  constructor(pool: Pool, onLost: OnLost) {
    super({ pool });
    this.#makeDriver = () => new WatchedDriver({ pool }, onLost);
  }

  override createDriver(): Driver {
    return this.#makeDriver();
  }

  override createQueryCompiler(): ServerQueryCompiler {
    return new ServerQueryCompiler();
  }
}

class ServerQueryCompiler extends PostgresQueryCompiler {
  /** As SQLite has them: whole numbers of 64 bits, and text that compares by code point. */
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'integer') this.append('bigint');
    else super.visitDataType(node);
    if (/^(text|varchar)/.test(node.dataType)) this.append(' collate "C"');
  }

  protected override getAutoIncrement(): string {
    return 'generated by default as identity';
  }

  /** No text of this engine holds a null character; looked up, it finds nothing. */
  protected override appendValue(value: unknown): void {
    super.appendValue(typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);
  }
}
