import path from 'node:path';
import { openStudyDatabase, type StudyDatabase } from 'backend/db/open-study';
import type { Database } from 'backend/db/types';
import { config } from './config.server';
import { answerDatabaseLost } from './database-lost.server';
import { opened } from './opened.server';

/** Returns the study's database for queries. Opens it on the first call. */
export async function getStore(): Promise<Database> {
  return (await openStore()).db;
}

/** Returns the study's database. Opens it on the first call. */
export function openStore(): Promise<StudyDatabase> {
  opened.store ??= openStudyDatabase({
    dataDir: path.resolve(config.DATA_DIR),
    databaseUrl: config.DATABASE_URL,
    onLost: answerDatabaseLost,
  });
  return opened.store;
}

/**
 * Runs one write whose loss in a power cut does no harm. On SQLite, its commit does not wait for the disk. The next
 * commit that waits also saves this one (sqlite.org/pragma.html#pragma_synchronous), and nothing is lost if only the
 * process is killed. `write` must use the given database alone, because no other query runs meanwhile.
 */
export async function writeUnsynced<T>(write: (db: Database) => Promise<T>): Promise<T> {
  const store = await openStore();
  if (!('sqlite' in store)) return write(store.db);
  return store.db.connection().execute(async (connection) => {
    store.sqlite.pragma('synchronous = NORMAL');
    try {
      return await write(connection);
    } finally {
      store.sqlite.pragma('synchronous = FULL');
    }
  });
}

/** Closes the study's database if it is open. */
export async function closeStore(): Promise<void> {
  await (await opened.store)?.close();
}
