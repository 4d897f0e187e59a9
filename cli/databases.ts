import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { verifyAudit } from '../backend/audit/chain';
import { getStoredKey } from '../backend/audit/sign-heads';
import { hasDatabase } from '../backend/db/conversion/convert-files';
import { deleteFormerFiles } from '../backend/db/conversion/former-files';
import { migrations } from '../backend/db/migrations';
import { openStudyDatabase } from '../backend/db/open-study';
import type { Database } from '../backend/db/types';
import type { VerifyOptions } from '../shared/chain/verify';
import { getLocation, openDatabase, openOnSqlite, STUDY_FILE } from '../shared/db/connect';
import { rewriteFile } from '../shared/db/rewrite-file';
import { readSqlite, type SqliteHandle } from '../shared/db/sqlite-file';
import type { KeyRing } from '../shared/keys/key-ring';
import { KEY_SETTING } from '../shared/keys/stored-key';
import type { DataSettings } from '../shared/settings/settings';

type DatabaseSettings = Pick<DataSettings, 'DATA_DIR' | 'DATABASE_URL'>;

/**
 * Opens the study's database as the panel does, and returns the result of the work on it. Other panels may use the
 * database of a server at the same time, but only one process may use a data folder. Throws an error with one
 * sentence if the folder is in use or has no database.
 */
export async function withStudyDatabase<T>(
  { DATA_DIR, DATABASE_URL }: DatabaseSettings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const dataDir = path.resolve(DATA_DIR);
  if (!DATABASE_URL && !hasDatabase(dataDir)) throw new Error(explainMissing(dataDir));
  const { db, close } = await openStudyDatabase({ dataDir, databaseUrl: DATABASE_URL });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/**
 * Opens the study's database, which the caller closes. Opens a file for reading only, so that the panel can run at the
 * same time. Throws an error with one sentence if there is no such file, or if a server has no tables in the schema
 * `study`.
 */
export async function readStudyDatabase({
  DATA_DIR,
  DATABASE_URL,
}: DatabaseSettings): Promise<Database> {
  const dataDir = path.resolve(DATA_DIR);
  if (!DATABASE_URL) return readDatabase(findStudyFile(dataDir));
  const db: Database = await openDatabase(getLocation(dataDir, DATABASE_URL));
  try {
    const found = await sql<{ there: boolean }>`
      select to_regclass('study.kysely_migration') is not null as there`.execute(db);
    if (found.rows[0]?.there) return db;
    throw new Error(
      'The database has no tables in the schema study: start the panel once, which creates them, or converts those of an earlier version.',
    );
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Removes what was deleted from the file of the database, and deletes the databases of an earlier version. */
export async function removeDeleted(
  db: Database,
  { DATA_DIR, DATABASE_URL }: DatabaseSettings,
): Promise<void> {
  await rewriteFile(db);
  if (!DATABASE_URL) deleteFormerFiles(path.resolve(DATA_DIR));
}

/** Opens a file for reading only. The caller closes it. */
export function readDatabase(file: string): Database {
  return openOnSqlite(readSqlite(file));
}

/** Returns the file of the study's database in a data folder. Throws an error with one sentence if there is none. */
export function findStudyFile(dataDir: string): string {
  const file = path.join(dataDir, STUDY_FILE);
  if (existsSync(file)) return file;
  throw new Error(
    hasDatabase(dataDir)
      ? `The databases in ${dataDir} are of an earlier version: use that version, or start this one, which converts them.`
      : explainMissing(dataDir),
  );
}

function explainMissing(dataDir: string): string {
  return `There is no database in ${dataDir}: set DATA_DIR.`;
}

/**
 * Checks a database of this version or of an earlier one. Throws an error with one sentence when the database is
 * damaged or belongs to a newer version of the panel.
 */
export function checkDatabase(file: string): void {
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
    const expected = new Set(
      Object.entries(migrations).flatMap(([name, { formerNames = [] }]) => [name, ...formerNames]),
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

/** Returns the id of the panel key that a database belongs to. */
export async function getKeyId(db: Database): Promise<string | undefined> {
  return (await getStoredKey(db)) ?? (await getPanelKeyId(db));
}

/** Returns the id of the key that a panel has stored, or undefined if only a host has used the database. */
export async function getPanelKeyId(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('shared_setting')
    .select('value')
    .where('name', '=', KEY_SETTING)
    .executeTakeFirst();
  return row?.value;
}

/** Returns whether a host has used a database. A panel with a remote API host leaves the tables of the host empty. */
export async function isUsedByHost(db: Database): Promise<boolean> {
  const trace = await db
    .selectFrom('host_setting')
    .select('name')
    .unionAll(db.selectFrom('user_account').select('user_username as name'))
    .unionAll(db.selectFrom('chain_head').select('chain_table as name').where('last_id', '>', 0))
    .executeTakeFirst();
  return trace !== undefined;
}

/**
 * Verifies the audit log and returns one line for each of its tables, or no lines if no host has used the database.
 * Throws an error if a table has been altered. Without `ring`, signatures are not checked.
 */
export async function verifyAuditLog(
  db: Database,
  ring?: KeyRing,
  { isOfHost, ...options }: Pick<VerifyOptions, 'acceptEarlierKeys'> & { isOfHost?: boolean } = {},
): Promise<string[]> {
  if (!(isOfHost ?? (await isUsedByHost(db)))) return [];
  const reports = await verifyAudit(db, { ring, ...options });
  const errors = reports.flatMap(({ table, errors }) => errors.map((text) => `${table}: ${text}`));
  if (errors.length > 0)
    throw new Error(`The audit log could not be verified.\n${errors.join('\n')}`);
  return reports.map(
    ({ table, entries, digest }) => `${table}: ${entries} entries. Digest: ${digest || 'none'}`,
  );
}
