import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import { LongReader, readLongQueriesWith } from './long-reads';
import { openPostgres, type PostgresLocation } from './postgres';
import { openSqlite, type SqliteHandle } from './sqlite-file';

const MAX_STATEMENTS = 200;

/** The location of a database: on a server, or in a file. */
export type DatabaseLocation = PostgresLocation | SqliteLocation;

interface SqliteLocation {
  file: string;
  /**
   * True if commits of this connection do not wait for the disk. A power cut may then undo the latest of them,
   * unless a connection that does wait has committed later (sqlite.org/pragma.html#pragma_synchronous).
   */
  syncedLater?: boolean;
}

/** The file of the study's database in a data folder. */
export const STUDY_FILE = 'study.sqlite';

/** Returns the location of the study's database: the server at `url`, or else a file in the data folder. */
export function getLocation(dataDir: string, url: string | undefined): DatabaseLocation {
  return url ? { url, schema: 'study' } : { file: path.join(dataDir, STUDY_FILE) };
}

/** Opens a PostgreSQL or SQLite database. The same queries run on both engines. */
export async function openDatabase<DB>(location: DatabaseLocation): Promise<Kysely<DB>> {
  return 'url' in location ? (await openPostgres<DB>(location)).db : openFile<DB>(location).db;
}

/** Opens a SQLite database. Also returns the connection, for what Kysely does not offer. */
export function openFile<DB>({ file, syncedLater }: SqliteLocation): {
  db: Kysely<DB>;
  sqlite: SqliteHandle;
} {
  const sqlite = openSqlite(file);
  if (syncedLater) sqlite.pragma('synchronous = NORMAL');
  // A database in memory belongs to its connection.
  if (sqlite.memory) return { db: openOnSqlite<DB>(sqlite), sqlite };
  const reader = new LongReader(sqlite);
  const db = openOnSqlite<DB>(sqlite, () => reader.close());
  readLongQueriesWith(reader, db);
  return { db, sqlite };
}

/** Returns Kysely on an open file; destroying it calls `onClose` and closes the file. */
export function openOnSqlite<DB>(sqlite: SqliteHandle, onClose?: () => void): Kysely<DB> {
  const database = cacheStatements(sqlite, onClose);
  return new Kysely<DB>({ dialect: new MigratingDialect({ database }) });
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
function cacheStatements(sqlite: SqliteHandle, onClose = () => {}): SqliteDatabase {
  const statements = new LRUCache<string, BetterSqlite3.Statement>({ max: MAX_STATEMENTS });
  return {
    close() {
      onClose();
      sqlite.close();
    },
    prepare(given) {
      // Takes the write lock when the transaction begins. Otherwise, a transaction that first reads and then writes
      // would fail without waiting if a worker had written in between (sqlite.org/isolation.html).
      const begins = given === 'begin' && !sqlite.readonly;
      // When the disk is full, SQLite has rolled back already. An error of the rollback would hide that one.
      const isOver = given === 'rollback' && !sqlite.inTransaction;
      const text = begins ? 'begin immediate' : isOver ? 'select 1' : given;
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
}
