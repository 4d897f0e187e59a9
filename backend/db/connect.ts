import { closeSync, openSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { fold, normalizeDate } from '../../app/lib/list/values';

/** What a column holds. */
export type SqlValue = string | number | null;

/** A database whose tables are named at run time, from declarations only. */
export type Database = Kysely<Record<string, Record<string, SqlValue>>>;

/** A row as the database or the wire has it. */
export type SqlRow = Record<string, SqlValue>;

const BUSY_MILLISECONDS = 5_000;

export type SqliteHandle = BetterSqlite3.Database;

/**
 * Opens (or makes) a SQLite file. A committed transaction survives a power cut: the journal is
 * synced at every commit. Only its owner can read the file. Throws when the folder is missing or the file is no database.
 */
export function openDatabase<DB>(file: string): Kysely<DB> {
  return onSqlite(openSqlite(file));
}

/** Kysely on an open file; destroying it closes the file. */
export function onSqlite<DB>(sqlite: SqliteHandle): Kysely<DB> {
  return new Kysely<DB>({ dialect: new SqliteDialect({ database: sqlite }) });
}

export function openSqlite(file: string): SqliteHandle {
  // SQLite would let everybody read it; its journal takes over the mode.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const sqlite = withFunctions(new BetterSqlite3(file));
  sqlite.pragma(`busy_timeout = ${BUSY_MILLISECONDS}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  return sqlite;
}

/** Opens a SQLite file that is there, beside whoever works on it, and changes nothing. */
export function readSqlite(file: string): SqliteHandle {
  return withFunctions(new BetterSqlite3(file, { readonly: true }));
}

/** The functions that queries and indexes call. */
function withFunctions(sqlite: SqliteHandle): SqliteHandle {
  // SQLite's own lower() knows ASCII only; lists must fold as they do in memory.
  sqlite.function('fold', { deterministic: true }, (text) =>
    text === null ? null : fold(String(text)),
  );
  sqlite.function('study_time', { deterministic: true }, (text, timeZone) =>
    normalizeDate(text, String(timeZone)),
  );
  return sqlite;
}
