import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { getDialect } from './dialect-of';

/**
 * The maximum size in bytes of a file that is rewritten while a panel is running. Other requests wait meanwhile, for
 * less than 400 ms of processor time (decision 0228).
 */
const MAX_RUNNING_BYTES = 64 * 1024 * 1024;
const ATTEMPTS = 20;
const PAUSE_MILLISECONDS = 250;

/**
 * Rewrites a SQLite file, so that it and its write-ahead log no longer contain deleted data. Returns false if the
 * file must be rewritten later: because readers are using the log, or because the file is larger than
 * MAX_RUNNING_BYTES and `isRunning` is true. Does nothing, and returns true, for a database of a server.
 */
export async function rewriteFile<DB>(
  db: Kysely<DB>,
  { isRunning = false } = {},
): Promise<boolean> {
  const dialect = getDialect(db);
  if (!dialect.oneWriter) return true;
  if (isRunning && (await getFileSize(db)) > MAX_RUNNING_BYTES) return false;
  // A text index keeps parts of deleted texts until its segments are merged (sqlite.org/fts5.html, `optimize`).
  const indexes = await dialect.listIndexNames(db);
  for (const name of indexes.filter((index) => index.startsWith('find_')))
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('optimize')`.execute(db);
  await sql`vacuum`.execute(db);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await emptyLog(db)) return true;
    await wait(PAUSE_MILLISECONDS);
  }
  return false;
}

/** Copies the write-ahead log into the file and empties it. Returns false if a reader is using the log. */
async function emptyLog<DB>(db: Kysely<DB>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows: before } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(
      connection,
    );
    // SQLite would stop this process while it waits for readers.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(
        connection,
      );
      return rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.raw(String(before[0]?.timeout ?? 0))}`.execute(
        connection,
      );
    }
  });
}

async function getFileSize<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const file = rows[0]?.file;
  return file ? (await stat(file)).size : 0;
}
