import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { FORMER_FILES } from '../backend/db/conversion/former-files';
import { STUDY_FILE } from '../shared/db/connect';
import { DataFolderInUseError, lockDataFolder } from '../shared/db/lock';
import { findErasedFile } from '../shared/erasure/erased-file';
import { toErrorText } from '../shared/error-text';
import type { KeyRing } from '../shared/keys/key-ring';
import { getCheckpointFolder, getKeyFile, type KeySettings } from '../shared/keys/key-settings';
import { findKeys, type OpenKeys, readKeyFile } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { checkDatabase, isUsedByHost, readDatabase, verifyAuditLog } from './databases';
import { describeFile, KEY_FILE, type Manifest, readManifest } from './manifest';
import { openRestored } from './open-restored';
import { fail, print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';
import { withPanel } from './with-panel';

const LOCK = 'lock.sqlite';
/** The databases in backups of this version and of earlier ones. */
const databases: readonly string[] = [STUDY_FILE, ...FORMER_FILES];

/**
 * Runs `npm run restore`: checks the backup, copies it into an empty data folder, and
 * opens the copy. Needs the panel key of the backup, unless `--lost-key` is given.
 */
export async function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('restore', args);
  const [from, to] = positionals;
  if (!from || !to) throw new UsageError('Name the backup and a data folder', 'restore');
  const backup = path.resolve(from);
  const data = path.resolve(to);
  const manifest = await readManifest(backup);
  const settings = { ...readSettings(dataSettings, process.env), DATA_DIR: data };
  const keys = values['lost-key'] ? undefined : readKeys(backup, manifest, settings);
  await checkBackup(backup, manifest, keys?.ring);
  if (listContents(data).length > 0) {
    // If a panel is using the folder, this throws a more specific error.
    if (existsSync(path.join(data, LOCK))) lockDataFolder(data).release();
    throw new Error(`The data folder ${data} is not empty: name a new one, or move this one away.`);
  }
  let hasEmbeddedHost: boolean;
  try {
    await whileLocked(data, () => copyFiles(backup, data, manifest));
    const restored = await openRestored(data, manifest, keys);
    hasEmbeddedHost = restored.hasEmbeddedHost;
    for (const line of restored.lines) print(line);
    if (keys && manifest.key?.included) await restoreKey(backup, manifest.key.id, settings);
    const files = path.join(data, 'files');
    const hasOtherFolder = settings.FILES_DIR && path.resolve(settings.FILES_DIR) !== files;
    if (hasOtherFolder && manifest.files.some(({ path: name }) => name.startsWith('files/')))
      print(
        `FILES_DIR names another folder: copy the files in ${files} to it, or remove the setting.`,
      );
    print(`Restored ${backup} of ${manifest.made} to ${data}. All users must sign in again.`);
  } catch (error) {
    // A panel that was started in the meantime keeps the files. The error says that it uses the folder.
    await whileLocked(data, async () => {
      for (const name of listContents(data)) rmSync(path.join(data, name), { recursive: true });
    }).catch((problem: unknown) => {
      if (!(problem instanceof DataFolderInUseError)) fail(problem);
    });
    throw error;
  }
  const hasKey = manifest.key && findKeys(settings)?.ring.find(manifest.key.id);
  // With these settings, the modules of the panel would use other data than the restored files.
  const usesOthers = settings.DATABASE_URL || process.env.API_HOST_URL;
  const list = findErasedFile(getCheckpointFolder(settings));
  if (!existsSync(list))
    print(
      `There is no list of erased participants (${list}). If participants were erased after the backup, copy the list to this place before you start the panel.`,
    );
  else if (hasKey && hasEmbeddedHost && !usesOthers) await eraseAgain(data);
}

/** Erases the participants again who were erased after the backup, as the next start would do. */
async function eraseAgain(data: string): Promise<void> {
  // The modules of the panel read the settings when they are imported.
  process.env.DATA_DIR = data;
  await withPanel(async () => {
    const { applyErasures } = await import('../app/lib/erasure/resume-erasures.server');
    const { rewriteDatabase } = await import('../app/lib/erasure/run-erasure.server');
    const { erased, unreadable } = await applyErasures();
    await rewriteDatabase(false);
    print(`Participants who were erased after the backup, and are erased again: ${erased}.`);
    if (unreadable > 0)
      print(
        `Lines of the list of erased participants that cannot be used: ${unreadable}. Set PANEL_KEY_PREVIOUS to the earlier panel keys, and start the panel.`,
      );
  });
}

/**
 * Returns the keys of the backup, from PANEL_KEY, the key file, or the key file in the backup. Returns
 * undefined for a backup of a version without keys. Throws an error for the operator when none of them is
 * the key of the backup.
 */
function readKeys(backup: string, { key }: Manifest, settings: KeySettings): OpenKeys | undefined {
  if (!key) return undefined;
  const found = findKeys(settings);
  if (found?.ring.find(key.id)) return found;
  if (key.included) return readKeyFile(path.join(backup, KEY_FILE));
  throw new Error(
    `The backup belongs to the panel key ${key.id}, which is neither in it nor in ${found?.source ?? getKeyFile(settings)}: set PANEL_KEY, or set PANEL_KEY_FILE to a copy of the key file. If the key is lost, add --lost-key: the audit log is then signed with a new key. Saved drafts, saved views, files that wait for their import, and the identifying values in the history and the access log cannot be read any more.`,
  );
}

/**
 * Copies the key of the backup to the key file of the restored panel. If there is a key already, in PANEL_KEY or in
 * that file, copies nothing, and prints a note if it is not the key of the backup.
 */
async function restoreKey(backup: string, id: string, settings: KeySettings): Promise<void> {
  const found = findKeys(settings);
  if (found) {
    if (!found.ring.find(id))
      print(
        `${found.source} holds another panel key and was not changed. To use the key of the backup, remove PANEL_KEY and set PANEL_KEY_FILE to a copy of ${path.join(backup, KEY_FILE)}.`,
      );
    return;
  }
  const file = getKeyFile(settings);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await copyFile(path.join(backup, KEY_FILE), file);
  await chmod(file, 0o600);
  await flush(file);
  print(`The panel key is in ${file}.`);
}

/** Does the work while this process has locked the data folder. */
async function whileLocked(data: string, work: () => Promise<void>): Promise<void> {
  const lock = lockDataFolder(data);
  try {
    await work();
  } finally {
    lock.release();
  }
}

function listContents(data: string): string[] {
  return existsSync(data) ? readdirSync(data).filter((name) => !name.startsWith(LOCK)) : [];
}

/**
 * Checks the files, the database and the audit log of a backup, or the two databases of an earlier version. Throws an
 * error for the operator when a part is missing, changed, damaged or of a newer version.
 */
async function checkBackup(
  backup: string,
  { files }: Manifest,
  ring: KeyRing | undefined,
): Promise<void> {
  for (const { path: name, bytes, sha256 } of files) {
    const found = await describeFile(backup, name).catch((error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      throw new Error(
        isMissing
          ? `The backup is incomplete: ${name} is missing.`
          : `${name} in the backup cannot be read: ${toErrorText(error)}`,
      );
    });
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${name} has changed since the backup.`);
  }
  const present = databases.filter((name) => files.some((file) => file.path === name));
  if (present.length === 0) throw new Error(`The backup ${backup} holds no database.`);
  for (const name of present) checkDatabase(path.join(backup, name));
  for (const name of present) {
    // The former database of the panel has no audit log.
    if (name === 'panel.sqlite') continue;
    const db = readDatabase(path.join(backup, name));
    try {
      await verifyAuditLog(db, ring, {
        acceptEarlierKeys: true,
        isOfHost: name === 'host.sqlite' || (await isUsedByHost(db)),
      });
    } finally {
      await db.destroy();
    }
  }
}

/**
 * Copies the files of a backup into the data folder under temporary names, and renames them. Renames databases last,
 * so that after an interruption no database is without the files that it names.
 */
async function copyFiles(backup: string, data: string, { files }: Manifest): Promise<void> {
  const names = files.map((file) => file.path).filter((name) => name !== KEY_FILE);
  for (const name of names) {
    const target = path.join(data, `${name}.restoring`);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(backup, name), target);
    await chmod(target, 0o600);
    await flush(target);
  }
  const order = (name: string) => Number(databases.includes(name));
  for (const name of [...names].sort((a, b) => order(a) - order(b)))
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
