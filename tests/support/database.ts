import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { openDatabase, openSqlite } from '../../backend/db/connect';

/**
 * A PostgreSQL server where tests may make databases; `npm run test:postgres` sets it. Without one the
 * same tests run on SQLite.
 */
const server = process.env.TEST_DATABASE_URL;

export const onPostgres = server !== undefined;

/** The databases that this process has made, by the data folders that they stand for. */
const made = new Map<string, Promise<string>>();

/** DATABASE_URL of what belongs to a data folder; undefined without a server. */
export async function databaseUrlOf(dataDir: string): Promise<string | undefined> {
  if (!server) return undefined;
  const known = made.get(dataDir) ?? createDatabase();
  made.set(dataDir, known);
  return known;
}

/** Takes the data folder's database away, if it has one. */
export async function dropDatabaseOf(dataDir: string): Promise<void> {
  const url = await made.get(dataDir);
  if (!url) return;
  made.delete(dataDir);
  await onServer(`drop database if exists ${nameOf(url)} with (force)`);
}

/** A database without any tables, which goes when it is closed. */
export async function emptyDatabase<DB>(): Promise<Kysely<DB>> {
  if (!server) return openDatabase<DB>({ file: ':memory:' });
  const url = await createDatabase();
  const db = await openDatabase<DB>({ url, schema: 'host' });
  const close = db.destroy.bind(db);
  return Object.assign(db, {
    destroy: async () => {
      await close();
      await onServer(`drop database ${nameOf(url)} with (force)`);
    },
  });
}

/** A database of its own on the tests' server; answers its address. */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // A collation that is no code-point order, as servers usually have.
  await onServer(`create database ${name} template template0 locale 'C.UTF-8' encoding 'UTF8'
    icu_locale 'en' locale_provider icu`);
  const url = new URL(String(server));
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Runs one statement, whose values are `?`, on the store or the host's tables of a panel, as time and
 * accidents do.
 */
export async function sqlOn(
  dataDir: string,
  tables: 'panel' | 'host',
  statement: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const url = await databaseUrlOf(dataDir);
  if (url) {
    let place = 0;
    const numbered = statement.replace(/\?/g, () => `$${++place}`);
    return onDatabase(url, numbered, values, tables);
  }
  const db = openSqlite(path.join(dataDir, `${tables}.sqlite`));
  try {
    const prepared = db.prepare(statement);
    if (prepared.reader) return prepared.all(...values);
    prepared.run(...values);
    return [];
  } finally {
    db.close();
  }
}

/** Runs a statement on a database of the server. */
export async function onDatabase(
  url: string,
  statement: string,
  values?: readonly unknown[],
  schema = 'public',
): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c search_path=${schema}`,
    types: {
      // bigint
      getTypeParser: (oid: number) => (oid === 20 ? Number : pg.types.getTypeParser(oid, 'text')),
    },
  });
  await client.connect();
  try {
    return (await client.query(statement, values && [...values])).rows;
  } finally {
    await client.end();
  }
}

async function onServer(statement: string): Promise<void> {
  await onDatabase(String(server), statement);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
