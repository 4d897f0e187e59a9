import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { storeMigrations } from '../app/lib/core/server/migrations';
import { verifyAudit } from '../backend/audit/chain';
import { migrations } from '../backend/db/migrations';
import type { Database } from '../backend/db/types';
import type { VerifyOptions } from '../shared/chain/verify';
import {
  type DatabaseLocation,
  getLocation,
  openDatabase,
  openOnSqlite,
} from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { migrateToLatest, type NumberedMigration } from '../shared/db/migrate';
import { readSqlite, type SqliteHandle } from '../shared/db/sqlite-file';
import type { KeyRing } from '../shared/keys/key-ring';
import { KEY_SETTING } from '../shared/keys/stored-key';
import type { DataSettings } from '../shared/settings/settings';
import type { CopyPart } from './copy-location';

/**
 * The databases of a data folder, with their migrations. The folder of an API host or of a panel that runs
 * separately has only one of them.
 */
export const databases: Readonly<Record<string, Record<string, NumberedMigration>>> = {
  'host.sqlite': migrations,
  'panel.sqlite': storeMigrations,
};

/**
 * Checks a database. Throws an error with one sentence when the database is damaged or belongs to a newer
 * version of the panel.
 */
export function checkDatabase(file: string, known: Record<string, NumberedMigration>): void {
  const sqlite = readSqlite(file);
  try {
    const verdict = sqlite.pragma(pickCheck(sqlite), { simple: true });
    if (verdict !== 'ok') throw new Error(`The database ${file} is damaged: ${String(verdict)}`);
    const strays = sqlite.pragma('foreign_key_check');
    if (Array.isArray(strays) && strays.length > 0)
      throw new Error(
        `The database ${file} is damaged: some records refer to records that do not exist.`,
      );
    const names = sqlite.prepare('select name from kysely_migration').pluck().all().map(String);
    // A database of an earlier version has recorded migrations under their former names.
    const expected = new Set<string | undefined>(
      Object.entries(known).flatMap(([name, { formerName }]) => [name, formerName]),
    );
    const unknown = names.filter((name) => !expected.has(name));
    if (unknown.length > 0)
      throw new Error(
        `The database ${file} is of a newer version of the panel: ${unknown.join(', ')} is not known.`,
      );
  } finally {
    sqlite.close();
  }
}

/**
 * Returns the pragma that checks a database. Databases from before 0010-sortable-dates have indexes that call a
 * removed function, so those indexes cannot be compared with their tables. The next start drops these indexes.
 */
function pickCheck(sqlite: SqliteHandle): string {
  const calling = sqlite
    .prepare("select 1 from sqlite_master where type = 'index' and sql like '%study_time(%'")
    .get();
  return calling ? 'quick_check' : 'integrity_check';
}

/** Returns the id of the panel key that the databases of a folder belong to. */
export function readKeyId(folder: string): string | undefined {
  const tables = { 'host.sqlite': 'host_setting', 'panel.sqlite': 'shared_setting' };
  for (const [name, table] of Object.entries(tables)) {
    if (!existsSync(path.join(folder, name))) continue;
    const sqlite = readSqlite(path.join(folder, name));
    try {
      if (!sqlite.prepare('select 1 from sqlite_master where name = ?').get(table)) continue;
      const id = sqlite
        .prepare(`select value from ${table} where name = ?`)
        .pluck()
        .get(KEY_SETTING);
      if (typeof id === 'string') return id;
    } finally {
      sqlite.close();
    }
  }
  return undefined;
}

/**
 * Verifies the audit log and returns one line for each of its tables. Throws an error if a table has been altered.
 * Without `ring`, signatures are not checked.
 */
export async function verifyAuditLog(
  file: string,
  ring?: KeyRing,
  options: Pick<VerifyOptions, 'acceptEarlierKeys'> = {},
): Promise<string[]> {
  const db: Database = openOnSqlite(readSqlite(file));
  try {
    const reports = await verifyAudit(db, { ring, ...options });
    const errors = reports.flatMap(({ table, errors }) =>
      errors.map((text) => `${table}: ${text}`),
    );
    if (errors.length > 0)
      throw new Error(`The audit log could not be verified.\n${errors.join('\n')}`);
    return reports.map(
      ({ table, entries, digest }) => `${table}: ${entries} entries. Digest: ${digest || 'none'}`,
    );
  } finally {
    await db.destroy();
  }
}

/** Opens a database as the panel does, migrates it, and returns the result of the work on it. */
export async function withDatabase<DB, T>(
  location: DatabaseLocation,
  known: Record<string, NumberedMigration>,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase<DB>(location);
  try {
    await migrateToLatest(db, known);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const owners: Readonly<Record<CopyPart, string>> = {
  host: 'the embedded host',
  panel: 'the panel',
};

/**
 * Opens a database that the settings name, as `withDatabase` does. Other panels may use the database of a server at the
 * same time, but only one process may use a data folder. Throws an error with one sentence if the folder is in use or
 * has no such database.
 */
export async function withOwnDatabase<DB>(
  part: CopyPart,
  { DATA_DIR, DATABASE_URL }: Pick<DataSettings, 'DATA_DIR' | 'DATABASE_URL'>,
  known: Record<string, NumberedMigration>,
  work: (db: Kysely<DB>) => Promise<void>,
): Promise<void> {
  const folder = path.resolve(DATA_DIR);
  if (!DATABASE_URL && !existsSync(path.join(folder, `${part}.sqlite`)))
    throw new Error(`There is no database of ${owners[part]} in ${DATA_DIR}: set DATA_DIR.`);
  const lock = DATABASE_URL ? undefined : lockDataFolder(folder);
  try {
    await withDatabase(getLocation(part, folder, DATABASE_URL), known, work);
  } finally {
    lock?.release();
  }
}
