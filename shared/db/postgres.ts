import { type DataTypeNode, Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import { makeLimitedPool, withTimeLimit } from './limited-pool';
import type { OnLost } from './lost-connection';
import { postgres } from './postgres-dialect';
import { createFunctions } from './postgres-functions';
import {
  CONNECT_MILLISECONDS,
  IDLE_IN_TRANSACTION_MILLISECONDS,
  STATEMENT_MILLISECONDS,
} from './time-limits';

/** The location of tables in a schema of a PostgreSQL database. */
export interface PostgresLocation {
  url: string;
  /** The schema of the tables. While cli/db-copy.ts copies tables, the copies are in the schema with `_copy`. */
  schema: 'study' | 'study_copy';
  /** Returns the error to throw for a lost connection. Defaults to the original error. */
  onLost?: OnLost;
}

/** The name of the panel's connections in the server's list of connections. */
export const APPLICATION_NAME = 'study-panel';

/** The maximum number of connections of a pool. */
const CONNECTIONS = 8;
/** The type ids of `bigint` and `numeric`, whose values pg returns as text. */
const NUMBERS: readonly number[] = [20, 1700];

/**
 * Thrown when the database cannot be used, for example because it cannot be reached or refuses the credentials.
 * The message is one sentence and does not contain the password.
 */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError';
}

/**
 * Connects to a server. Creates the schema and the functions that the tables need, if they do not exist. The pool
 * replaces lost connections. Throws DatabaseUnreachableError when the database cannot be used.
 */
export async function openPostgres<DB>({ url, schema, onLost = keepError }: PostgresLocation) {
  const pool = await makePool(url, schema);
  const limited = makeLimitedPool(pool, onLost, () => reach(url));
  const db = new Kysely<DB>({ dialect: new ServerDialect({ pool: limited }) });
  try {
    await reach(url);
    await postgres.alone(db, () => prepare(db, schema));
    const query = async ({ text, values = [] }: QueryConfig) => {
      const client = await limited.connect();
      try {
        return await client.query<Record<string, unknown>>(text, values);
      } finally {
        client.release();
      }
    };
    return { db, query };
  } catch (error) {
    await db.destroy();
    throw describeUnusable(url, error);
  }
}

async function makePool(url: string, schema: string): Promise<Pool> {
  // Loaded only when a server is used.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: CONNECTIONS,
    // Idle connections stay open, so that db:copy can detect that a panel is running.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: async (client) => {
      // If a connection is lost during a transaction, the next query fails with the error.
      client.on('error', () => {});
      await prepareClient(client, schema);
    },
    types: {
      getTypeParser: (oid: number) =>
        NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, 'text'),
    },
  });
  // Errors of idle connections need no handling, because the next caller gets another connection.
  pool.on('error', () => {});
  return pool;
}

/** Applies the settings of a new connection. Has its own time limit, because pg's covers only connecting. */
async function prepareClient(client: ClientBase, schema: string): Promise<void> {
  // JIT is off because compiling the query of a list takes longer than running it.
  const settings = `set search_path to "${schema}"; set jit to off`;
  await withTimeLimit(CONNECT_MILLISECONDS, client.query(settings));
}

/** Connects to the server and runs a trivial query. Rejects when the server does not answer in time. */
async function reach(url: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await withTimeLimit(CONNECT_MILLISECONDS, client.query('select 1'));
  } finally {
    client.end().catch(() => {});
  }
}

async function prepare<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regnamespace(${schema}) is not null as there`.execute(db);
  if (!rows[0]?.there) await sql`create schema ${sql.id(schema)}`.execute(db);
  // Creating this trusted extension needs the rights of the database's owner. Without the extension, searches are
  // slower (see `lacks` in dialect.ts).
  await sql`create extension if not exists pg_trgm with schema public`.execute(db).catch(() => {});
  await createFunctions(db);
}

function keepError(error: Error): Error {
  return error;
}

/** Returns the error to throw for a database that cannot be used, without the password of its address. */
export function describeUnusable(url: string, error: unknown): Error {
  const { code, message } = error as { code?: string; message?: string };
  const { hostname, port, pathname } = new URL(url);
  const location = `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  return new DatabaseUnreachableError(
    `The database at ${location} cannot be used (${code ?? message}): see DATABASE_URL.`,
    { cause: error },
  );
}

/** Kysely's dialect for PostgreSQL, with other SQL for data types, generated keys and texts. */
class ServerDialect extends PostgresDialect {
  override createQueryCompiler(): ServerQueryCompiler {
    return new ServerQueryCompiler();
  }
}

class ServerQueryCompiler extends PostgresQueryCompiler {
  /**
   * Makes the column types of the shared migrations equal to those of SQLite: 64-bit integers, and texts that
   * are compared by code point.
   */
  protected override visitDataType(node: DataTypeNode): void {
    if (node.dataType === 'integer') this.append('bigint');
    else super.visitDataType(node);
    if (/^(text|varchar)/.test(node.dataType)) this.append(' collate "C"');
  }

  protected override getAutoIncrement(): string {
    return 'generated by default as identity';
  }

  /** Replaces null characters: texts of PostgreSQL cannot contain them, and a query with one would fail. */
  protected override appendValue(value: unknown): void {
    super.appendValue(typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value);
  }
}
