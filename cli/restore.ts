import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lockDataFolder } from '../backend/db/lock';
import type { KeyRing } from '../backend/keys/key-ring';
import { getKeyFile, type KeySettings } from '../backend/keys/key-settings';
import { findKeys, type OpenKeys, readKeyFile } from '../backend/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { auditLines, checkDatabase, databases } from './databases';
import { describeFile, KEY_FILE, type Manifest, readManifest } from './manifest';
import { openRestored } from './open-restored';
import { print } from './print';

const LOCK = 'lock.sqlite';

/**
 * Runs `npm run restore -- <backup> <data folder>`: checks the backup, copies it into an empty data folder, and
 * opens the copy. Needs the panel key of the backup, unless `--lost-key` is given.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'lost-key': { type: 'boolean', default: false } },
  });
  const [from, to] = positionals;
  if (!from || !to)
    throw new Error('Say what and where to: npm run restore -- <backup> <data folder>');
  const backup = path.resolve(from);
  const data = path.resolve(to);
  const manifest = await readManifest(backup);
  const settings = { ...readSettings(dataSettings, process.env), DATA_DIR: data };
  const keys = values['lost-key'] ? undefined : readKeys(backup, manifest, settings);
  await checkBackup(backup, manifest, keys?.ring);
  if (listContents(data).length > 0) {
    // Throws a more specific error when a panel is using the folder.
    if (existsSync(path.join(data, LOCK))) lockDataFolder(data).release();
    throw new Error(`The data folder ${data} is not empty: name a new one, or move this one away.`);
  }
  const lock = lockDataFolder(data);
  try {
    await moveFiles(backup, data, manifest);
    for (const line of await openRestored(data, manifest, keys)) print(line);
    if (manifest.key?.included && !settings.PANEL_KEY) await restoreKey(backup, settings);
    print(`Restored ${backup} of ${manifest.made} to ${data}. Everybody signs in anew.`);
  } catch (error) {
    // Removes what was copied, so that a failed restore leaves the folder empty.
    for (const name of listContents(data)) rmSync(path.join(data, name), { recursive: true });
    throw error;
  } finally {
    lock.release();
  }
}

/**
 * Returns the keys of the backup, from PANEL_KEY, the key file, or the key file in the backup. Returns
 * undefined for a backup of a version without keys. Throws an error with one sentence when none of them is the
 * key of the backup.
 */
function readKeys(backup: string, { key }: Manifest, settings: KeySettings): OpenKeys | undefined {
  if (!key) return undefined;
  const found = findKeys(settings);
  if (found?.ring.find(key.id)) return found;
  if (key.included) return readKeyFile(path.join(backup, KEY_FILE));
  throw new Error(
    `The backup belongs to the panel key ${key.id}, which is neither in it nor in ${found?.source ?? getKeyFile(settings)}: set PANEL_KEY, or PANEL_KEY_FILE to a copy of its file. When it is lost, add --lost-key: the signatures of the audit log begin anew, and forms and files that wait for their users are gone.`,
  );
}

/** Copies the key of the backup to the key file of the restored panel, unless that file exists. */
async function restoreKey(backup: string, settings: KeySettings): Promise<void> {
  const file = getKeyFile(settings);
  if (existsSync(file)) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await copyFile(path.join(backup, KEY_FILE), file);
  await chmod(file, 0o600);
  await flush(file);
  print(`The panel key is in ${file}.`);
}

function listContents(data: string): string[] {
  return existsSync(data) ? readdirSync(data).filter((name) => !name.startsWith(LOCK)) : [];
}

/**
 * Checks the files, databases and audit log of a backup. Throws an error with one sentence when a part is
 * missing, changed, damaged or of a newer version.
 */
async function checkBackup(
  backup: string,
  { files }: Manifest,
  ring: KeyRing | undefined,
): Promise<void> {
  for (const { path: name, bytes, sha256 } of files) {
    const found = await describeFile(backup, name).catch(() => undefined);
    if (!found) throw new Error(`The backup is not whole: ${name} is missing.`);
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${name} is not as it was backed up.`);
  }
  const names = files.map((file) => file.path);
  if (!names.some((name) => name in databases))
    throw new Error(`The backup ${backup} holds no database.`);
  for (const [name, known] of Object.entries(databases))
    if (names.includes(name)) checkDatabase(path.join(backup, name), known);
  if (names.includes('host.sqlite'))
    await auditLines(path.join(backup, 'host.sqlite'), ring, { acceptEarlierKeys: true });
}

/**
 * Copies the files of a backup into the data folder under temporary names, and renames them. Renames the
 * databases last, so that a panel cannot open a partly restored folder.
 */
async function moveFiles(backup: string, data: string, { files }: Manifest): Promise<void> {
  const names = files.map((file) => file.path).filter((name) => name !== KEY_FILE);
  for (const name of names) {
    const target = path.join(data, `${name}.restoring`);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(backup, name), target);
    await chmod(target, 0o600);
    await flush(target);
  }
  for (const name of [...names].sort((a, b) => Number(a in databases) - Number(b in databases)))
    await rename(path.join(data, `${name}.restoring`), path.join(data, name));
  await flush(data);
}

async function flush(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
