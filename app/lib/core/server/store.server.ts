import path from 'node:path';
import type { Kysely } from 'kysely';
import { openOnSqlite } from 'shared/db/connect';
import { getDialect } from 'shared/db/dialect-of';
import { makeDataFolder } from 'shared/db/lock';
import { migrateToLatest } from 'shared/db/migrate';
import { openPostgres } from 'shared/db/postgres';
import { openSqlite } from 'shared/db/sqlite-file';
import { config } from './config.server';
import { answerDatabaseLost } from './database-lost.server';
import { storeMigrations } from './migrations';
import { opened } from './opened.server';
import type { PanelStore } from './panel-store';
import type { StoreTables } from './store-tables';

/** Returns the database of the panel's own store. Opens it on the first call. */
export async function getStore(): Promise<Kysely<StoreTables>> {
  return (await openStore()).db;
}

/** Returns the panel's own store. Opens it on the first call. */
export function openStore(): Promise<PanelStore> {
  opened.store ??= open();
  return opened.store;
}

/**
 * Runs one write whose loss in a power cut does no harm. On SQLite, its commit does not wait for the disk. The next
 * commit that waits also saves this one (sqlite.org/pragma.html#pragma_synchronous), and nothing is lost if only the
 * process is killed. `write` must use the given database alone, because no other query runs meanwhile.
 */
export async function writeUnsynced<T>(write: (db: Kysely<StoreTables>) => Promise<T>): Promise<T> {
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

/** Closes the panel's own store if it is open. */
export async function closeStore(): Promise<void> {
  await (await opened.store)?.db.destroy();
}

async function open(): Promise<PanelStore> {
  const store = config.DATABASE_URL
    ? await openPostgres<StoreTables>({
        url: config.DATABASE_URL,
        schema: 'panel',
        onLost: answerDatabaseLost,
      })
    : openFile();
  const { db } = store;
  await getDialect(db).alone(db, () => migrateToLatest(db, storeMigrations));
  return store;
}

function openFile(): PanelStore {
  makeDataFolder(path.resolve(config.DATA_DIR));
  const sqlite = openSqlite(path.join(config.DATA_DIR, 'panel.sqlite'));
  return { db: openOnSqlite<StoreTables>(sqlite), sqlite };
}
