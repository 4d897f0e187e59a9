import path from 'node:path';
import { onSqlite, openSqlite } from 'backend/db/connect';
import { getDialect } from 'backend/db/dialect-of';
import { makeDataFolder } from 'backend/db/lock';
import { migrateToLatest } from 'backend/db/migrate';
import { openPostgres } from 'backend/db/postgres';
import type { Kysely } from 'kysely';
import { config } from './config.server';
import { databaseLost } from './database-lost.server';
import { storeMigrations } from './migrations';
import { opened } from './opened.server';
import type { PanelStore } from './panel-store';
import type { StoreTables } from './store-tables';

export async function panelStore(): Promise<Kysely<StoreTables>> {
  return (await openPanelStore()).db;
}

export function openPanelStore(): Promise<PanelStore> {
  opened.store ??= open();
  return opened.store;
}

async function open(): Promise<PanelStore> {
  const store = config.DATABASE_URL
    ? await openPostgres<StoreTables>({
        url: config.DATABASE_URL,
        schema: 'panel',
        onLost: databaseLost,
      })
    : openFile();
  const { db } = store;
  await getDialect(db).alone(db, () => migrateToLatest(db, storeMigrations));
  return store;
}

function openFile(): PanelStore {
  makeDataFolder(path.resolve(config.DATA_DIR));
  const sqlite = openSqlite(path.join(config.DATA_DIR, 'panel.sqlite'));
  return { db: onSqlite<StoreTables>(sqlite), sqlite };
}
