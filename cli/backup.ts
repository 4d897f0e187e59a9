import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Sqlite } from 'shared/db/sqlite-driver';
import type { Database } from '../backend/db/types';
import { STUDY_FILE } from '../shared/db/connect';
import { readSqlite } from '../shared/db/sqlite-file';
import { getKeyFile } from '../shared/keys/key-settings';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { checkDatabase, findStudyFile, getKeyId, readDatabase, verifyAuditLog } from './databases';
import { describeFile, KEY_FILE, type ManifestFile, writeManifest } from './manifest';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

/** The file in the data folder with the access token that `npm run host` creates. */
const TOKEN_FILE = 'host-token';
/** The number of pages to copy in one step. No database has as many. */
const ALL_PAGES = 0x7fffffff;

/**
 * Runs `npm run backup`: copies the database as of one moment, the uploaded files and the host token, even while the
 * panel is running. Does not copy the mails in the outbox, whose links expire within a day.
 * Copies the panel key only with `--with-key`.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('backup', args);
  const [target] = positionals;
  if (!target) throw new UsageError('Name a folder for the backup', 'backup');
  const settings = readSettings(dataSettings, process.env);
  if (settings.DATABASE_URL)
    throw new Error(
      'The data is in PostgreSQL. Back up the database with pg_dump, and copy the uploaded files: see docs/operations.md.',
    );
  const data = path.resolve(settings.DATA_DIR);
  const folder = path.resolve(target);
  const keys = findKeys(settings);
  if (values['with-key'] && settings.PANEL_KEY)
    throw new Error(
      'The panel key is set in PANEL_KEY, so there is no key file to include. Run the backup without --with-key, and keep a copy of PANEL_KEY somewhere else.',
    );
  if (values['with-key'] && !keys)
    throw new Error(
      `There is no key file at ${getKeyFile(settings)}: set PANEL_KEY_FILE, or run the backup without --with-key.`,
    );
  const file = findStudyFile(data);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder for each backup.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  try {
    const copy = path.join(folder, STUDY_FILE);
    await copyDatabase(file, copy);
    checkDatabase(copy);
    const entries = [await describeFile(folder, STUDY_FILE)];
    if (existsSync(path.join(data, TOKEN_FILE))) {
      await copyPrivately(path.join(data, TOKEN_FILE), path.join(folder, TOKEN_FILE));
      entries.push(await describeFile(folder, TOKEN_FILE));
    }
    if (values['with-key']) {
      await copyPrivately(getKeyFile(settings), path.join(folder, KEY_FILE));
      entries.push(await describeFile(folder, KEY_FILE));
    }
    const db = readDatabase(copy);
    let id: string | undefined;
    try {
      // The files are copied after the database, so that every file that the copied database names exists. Files are
      // never deleted.
      entries.push(...(await copyUploads(db, settings, folder)));
      for (const line of await verifyAuditLog(db, keys?.ring, { acceptEarlierKeys: true }))
        print(line);
      id = await getKeyId(db);
    } finally {
      await db.destroy();
    }
    const included = values['with-key'];
    const { files } = await writeManifest(folder, entries, id ? { id, included } : undefined);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    print(`Backed up ${data} to ${folder}: ${files.length} files, ${bytes} bytes.`);
    if (id && included)
      print(
        `The backup contains the panel key (ID ${id}). Anyone who gets the backup also has the key: store it safely.`,
      );
    else if (id)
      print(
        `The backup does not contain the panel key (ID ${id}): keep a copy of the key somewhere else.`,
      );
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
    throw error;
  }
}

/**
 * Copies a database as of one moment. SQLite copies all pages in one read transaction, during which others can
 * write.
 */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = readSqlite(from);
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
  await chmod(to, 0o600);
  // Without the WAL mode, the copy is a single file, which can also be opened on a read-only file system.
  const copy = new Sqlite(to);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/**
 * Copies the uploaded files that the copied database names, and checks their digests. Returns the copied files.
 */
async function copyUploads(
  db: Database,
  { DATA_DIR, FILES_DIR }: DataSettings,
  folder: string,
): Promise<ManifestFile[]> {
  const files = path.resolve(FILES_DIR ?? path.join(DATA_DIR, 'files'));
  const uploads = await db.selectFrom('upload').select(['upload_path', 'upload_sha256']).execute();
  if (uploads.length > 0) await mkdir(path.join(folder, 'files'), { mode: 0o700 });
  const copied: ManifestFile[] = [];
  for (const { upload_path, upload_sha256 } of uploads) {
    const name = path.posix.join('files', path.posix.basename(String(upload_path)));
    await copyPrivately(path.join(files, path.posix.basename(name)), path.join(folder, name));
    const file = await describeFile(folder, name);
    if (file.sha256 !== upload_sha256)
      throw new Error(
        `The uploaded file ${name} has been altered since it was uploaded: its SHA-256 digest differs.`,
      );
    copied.push(file);
  }
  return copied;
}

async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
}
