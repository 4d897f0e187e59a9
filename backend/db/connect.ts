import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import { fold } from 'shared/list/values';
import { openPostgres, type PostgresLocation } from './postgres';
import { Sqlite } from './sqlite-driver';

const BUSY_MILLISECONDS = 5_000;
const STATEMENTS_KEPT = 200;

export type SqliteHandle = BetterSqlite3.Database;

/** The location of a database: on a server, or in a file. */
export type DatabaseLocation = PostgresLocation | SqliteLocation;

export interface SqliteLocation {
  file: string;
  /**
   * A power cut may undo the last transactions of this connection, in their order, until another one has
   * committed behind them (sqlite.org/pragma.html#pragma_synchronous): its commits do not wait for the disk.
   */
  syncedLater?: boolean;
}

/** Returns the location of the host's or the panel's tables: the server at `url`, or else the data folder. */
export function getLocation(
  schema: PostgresLocation['schema'],
  dataDir: string,
  url: string | undefined,
): DatabaseLocation {
  return url ? { url, schema } : { file: path.join(dataDir, `${schema}.sqlite`) };
}

/** Opens a database on either engine; the same queries run on both. */
export async function openDatabase<DB>(location: DatabaseLocation): Promise<Kysely<DB>> {
  if ('url' in location) return (await openPostgres<DB>(location)).db;
  const sqlite = openSqlite(location.file);
  if (location.syncedLater) sqlite.pragma('synchronous = NORMAL');
  return openOnSqlite(sqlite);
}

/** Returns Kysely on an open file; destroying it closes the file. */
export function openOnSqlite<DB>(sqlite: SqliteHandle): Kysely<DB> {
  return new Kysely<DB>({ dialect: new MigratingDialect({ database: cacheStatements(sqlite) }) });
}

/**
 * Migrates in one transaction, as Kysely does on PostgreSQL: a migration that is cut off leaves nothing behind,
 * and two processes migrate one after the other. Kysely's own setting is for migrations that change pragmas.
 */
class MigratingDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Caches prepared statements: Kysely would prepare each one again, which takes longer than most of them. */
function cacheStatements(sqlite: SqliteHandle): SqliteDatabase {
  const statements = new LRUCache<string, BetterSqlite3.Statement>({ max: STATEMENTS_KEPT });
  return {
    close: () => sqlite.close(),
    prepare(given) {
      // Asked for at the first write instead, the lock is refused at once when a worker has written since
      // the transaction's first look (sqlite.org/isolation.html).
      const text = given === 'begin' && !sqlite.readonly ? 'begin immediate' : given;
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
}

/**
 * Opens (or makes) a SQLite file. A committed transaction survives a power cut: the journal is
 * synced at every commit. Only its owner can read the file. Throws when the folder is missing or the file is no
 * database.
 */
export function openSqlite(file: string): SqliteHandle {
  // SQLite would let everybody read it; its journal file takes over the mode.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const sqlite = withFunctions(new Sqlite(file));
  sqlite.pragma(`busy_timeout = ${BUSY_MILLISECONDS}`);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  return sqlite;
}

/** Opens an existing SQLite file read-only, also while another process uses it. */
export function readSqlite(file: string): SqliteHandle {
  return withFunctions(new Sqlite(file, { readonly: true }));
}

/** Registers the function that queries and indexes call. */
function withFunctions(sqlite: SqliteHandle): SqliteHandle {
  // SQLite's own lower() knows ASCII only; lists must fold as they do in memory.
  sqlite.function('fold', { deterministic: true }, (text) =>
    text === null ? null : fold(String(text)),
  );
  return sqlite;
}
