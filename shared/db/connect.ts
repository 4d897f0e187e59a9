import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import { fold } from '../list/values';
import { openPostgres, type PostgresLocation } from './postgres';
import { Sqlite } from './sqlite-driver';

/** The maximum time for which a statement waits for a lock of another connection. */
const BUSY_MILLISECONDS = 5_000;
const MAX_STATEMENTS = 200;

export type SqliteHandle = BetterSqlite3.Database;

/** The location of a database: on a server, or in a file. */
export type DatabaseLocation = PostgresLocation | SqliteLocation;

export interface SqliteLocation {
  file: string;
  /**
   * True if commits of this connection do not wait for the disk. A power cut may then undo the latest of them,
   * unless a connection that does wait has committed later (sqlite.org/pragma.html#pragma_synchronous).
   */
  syncedLater?: boolean;
}

/** Returns the location of the host's or the panel's tables: the server at `url`, or else a file in the data folder. */
export function getLocation(
  schema: PostgresLocation['schema'],
  dataDir: string,
  url: string | undefined,
): DatabaseLocation {
  return url ? { url, schema } : { file: path.join(dataDir, `${schema}.sqlite`) };
}

/** Opens a PostgreSQL or SQLite database. The same queries run on both engines. */
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
 * Runs all migrations in one transaction, as Kysely does on PostgreSQL. An interrupted migration leaves nothing
 * behind, and two processes cannot migrate at the same time. Kysely does not do so for SQLite, because some
 * pragmas have no effect in a transaction. The migrations of this project do not set pragmas.
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

/**
 * Caches prepared statements. Kysely would prepare a statement each time, which takes longer than running most
 * statements.
 */
function cacheStatements(sqlite: SqliteHandle): SqliteDatabase {
  const statements = new LRUCache<string, BetterSqlite3.Statement>({ max: MAX_STATEMENTS });
  return {
    close: () => sqlite.close(),
    prepare(given) {
      // Takes the write lock when the transaction begins. Otherwise, a transaction that first reads and then writes
      // would fail without waiting if a worker had written in between (sqlite.org/isolation.html).
      const text = given === 'begin' && !sqlite.readonly ? 'begin immediate' : given;
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
}

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

/** Registers the SQL function `fold`, which queries and indexes call. */
function withFunctions(sqlite: SqliteHandle): SqliteHandle {
  // SQLite's lower() changes only ASCII letters. Lists must fold case in the same way as code in memory does.
  sqlite.function('fold', { deterministic: true }, (text) =>
    text === null ? null : fold(String(text)),
  );
  return sqlite;
}
