import { type DataTypeNode, Kysely, PostgresDialect, PostgresQueryCompiler, sql } from 'kysely';
import type { ClientBase, Pool, QueryConfig } from 'pg';
import { limitTime, makeLimitedPool } from './limited-pool';
import type { OnLost } from './lost-connection';
import { postgres } from './postgres-dialect';
import { createFunctions } from './postgres-functions';
import {
  CONNECT_MILLISECONDS,
  IDLE_IN_TRANSACTION_MILLISECONDS,
  STATEMENT_MILLISECONDS,
} from './time-limits';

/** A database server, and the part of its database that these tables have for themselves. */
export interface PostgresLocation {
  url: string;
  /** The second two while they are being copied (cli/db-copy.ts). */
  schema: 'host' | 'panel' | 'host_copy' | 'panel_copy';
  /** Makes the error that is thrown for a lost connection; by default the original error. */
  onLost?: OnLost;
}

/** The name of the panel's connections in the server's own list. */
export const APPLICATION_NAME = 'study-panel';

const CONNECTIONS = 8;
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
export async function openPostgres<DB>({ url, schema, onLost = findItself }: PostgresLocation) {
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
  // Loaded only where there is a server.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: CONNECTIONS,
    // Kept while idle: db:copy sees by them that a panel is running.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: async (client) => {
      // One that is lost in the middle of a transaction: the next query says so.
      client.on('error', () => {});
      await prepareClient(client, schema);
    },
    types: {
      getTypeParser: (oid: number) =>
        NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, 'text'),
    },
  });
  // An idle connection ended; the next caller gets another one.
  pool.on('error', () => {});
  return pool;
}

/** pg's own limit for connecting ends before this. */
async function prepareClient(client: ClientBase, schema: string): Promise<void> {
  // Compiling a list's query takes longer than the list.
  const settings = `set search_path to "${schema}"; set jit to off`;
  await limitTime(CONNECT_MILLISECONDS, client.query(settings));
}

/** Rejects when the server does not answer. */
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
    await limitTime(CONNECT_MILLISECONDS, client.query('select 1'));
  } finally {
    client.end().catch(() => {});
  }
}

async function prepare<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regnamespace(${schema}) is not null as there`.execute(db);
  if (!rows[0]?.there) await sql`create schema ${sql.id(schema)}`.execute(db);
  // Trusted: the database's owner may. Whoever may not does without it (Dialect.lacks).
  await sql`create extension if not exists pg_trgm with schema public`.execute(db).catch(() => {});
  await createFunctions(db);
}

function findItself(error: Error): Error {
  return error;
}

function describeUnusable(url: string, error: unknown): Error {
  const { code, message } = error as { code?: string; message?: string };
  const { hostname, port, pathname } = new URL(url);
  const location = `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  return new DatabaseUnreachableError(
    `The database at ${location} cannot be used (${code ?? message}): see DATABASE_URL.`,
    { cause: error },
  );
}

/** Kysely's own for PostgreSQL, but for how the shared migrations' tables and the values are written. */
class ServerDialect extends PostgresDialect {
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
