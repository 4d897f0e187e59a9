import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { openDatabase, STUDY_FILE } from '../../shared/db/connect';
import { openSqlite } from '../../shared/db/sqlite-file';

/**
 * The address of a PostgreSQL server on which tests may create databases. `npm run test:postgres` sets it.
 * Without it, the same tests run on SQLite.
 */
const server = process.env.TEST_DATABASE_URL;

export const onPostgres = server !== undefined;

/** The addresses of the databases that this process has created, by their data folders. */
const created = new Map<string, Promise<string>>();

/**
 * Returns the DATABASE_URL for a data folder, and creates the database at the first call. Returns undefined if the
 * tests run on SQLite.
 */
export async function getDatabaseUrl(dataDir: string): Promise<string | undefined> {
  if (!server) return undefined;
  const known = created.get(dataDir) ?? createDatabase();
  created.set(dataDir, known);
  return known;
}

/** Deletes the database of a data folder, if it has one. */
export async function dropDatabase(dataDir: string): Promise<void> {
  const url = await created.get(dataDir);
  if (!url) return;
  created.delete(dataDir);
  await onServer(`drop database if exists ${getDatabaseName(url)} with (force)`);
}

/** Opens a database without tables, which is deleted when it is closed. */
export async function emptyDatabase<DB>(): Promise<Kysely<DB>> {
  if (!server) return openDatabase<DB>({ file: ':memory:' });
  const url = await createDatabase();
  const db = await openDatabase<DB>({ url, schema: 'study' });
  const close = db.destroy.bind(db);
  return Object.assign(db, {
    destroy: async () => {
      await close();
      await onServer(`drop database ${getDatabaseName(url)} with (force)`);
    },
  });
}

/** Creates a database on the tests' server, and returns its address. */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Uses a collation that differs from the order of code points, as servers usually do.
  await onServer(`create database ${name} template template0 locale 'C.UTF-8' encoding 'UTF8'
    icu_locale 'en' locale_provider icu`);
  const url = new URL(String(server));
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Runs one statement on the study's database, for example to simulate that time has passed. Each `?` in the statement
 * stands for the next of the values.
 */
export async function sqlOn(
  dataDir: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const url = await getDatabaseUrl(dataDir);
  if (url) {
    let position = 0;
    const numbered = statement.replace(/\?/g, () => `$${++position}`);
    return onDatabase(url, numbered, values, 'study');
  }
  const db = openSqlite(path.join(dataDir, STUDY_FILE));
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
    // Without JIT, as in the panel: a statement that changes thousands of rows runs the queries of triggers as often.
    options: `-c search_path=${schema} -c jit=off`,
    types: {
      // 20 is the type bigint.
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

function getDatabaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}
