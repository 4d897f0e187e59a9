import { closeSync, openSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { fold } from '../list/fold';
import { toSearchable } from '../list/text-key';
import { Sqlite } from './sqlite-driver';

/** The maximum time for which a statement waits for a lock of another connection. */
const BUSY_MILLISECONDS = 5_000;

export type SqliteHandle = BetterSqlite3.Database;

/**
 * Opens a SQLite file. If the file does not exist, creates it, readable only by its owner. Syncs the write-ahead log at
 * every commit, so that a committed transaction survives a power cut. Throws when the folder does not exist or the file
 * is not a database.
 */
export function openSqlite(file: string): SqliteHandle {
  // SQLite would create a file that everybody can read. Its write-ahead log gets the same mode as the database.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const sqlite = withFunctions(new Sqlite(file));
  sqlite.pragma(`busy_timeout = ${BUSY_MILLISECONDS}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  return sqlite;
}

/** Opens an existing SQLite file for reading only, even while another process uses it. */
export function readSqlite(file: string): SqliteHandle {
  return withFunctions(new Sqlite(file, { readonly: true }));
}

/** Registers the SQL functions `fold` and `unmarked`, which queries and indexes call. */
function withFunctions(sqlite: SqliteHandle): SqliteHandle {
  // SQLite's lower() changes only ASCII letters. Lists must fold case in the same way as code in memory does.
  sqlite.function('fold', { deterministic: true }, (text) =>
    text === null ? null : fold(String(text)),
  );
  sqlite.function('unmarked', { deterministic: true }, (key) =>
    key === null ? null : toSearchable(String(key)),
  );
  return sqlite;
}
