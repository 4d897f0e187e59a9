import { verifyAudit } from '../backend/audit/chain';
import { reserveDeletedKeys } from '../backend/bin/reserve-keys';
import { migrations } from '../backend/db/migrations';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { byName } from '../shared/db/types';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { type CopyLocation, checkVersion, getCopyLocation } from './copy-location';
import { copyTables } from './copy-tables';
import { getKeyId } from './databases';
import { print } from './print';
import { readArguments } from './read-arguments';
import { listTables } from './table-list';
import { UsageError } from './usage-error';

/**
 * Runs `npm run db:copy`: moves the database of an installation to the other engine. The copy is moved to its final
 * location only after all tables have been copied and compared. After an interruption during the copy, run the
 * command again; the copy then starts from the beginning.
 */
export function run(args: string[]): Promise<void> {
  return withoutStatementLimit(() => moveDatabase(args));
}

async function moveDatabase(args: string[]): Promise<void> {
  const { values } = readArguments('db:copy', args);
  if (!values.from || !values.to) throw new UsageError('Say where from and where to', 'db:copy');
  const from = getCopyLocation(readAddress(values.from));
  const to = getCopyLocation(readAddress(values.to));
  await from.acquire();
  try {
    await to.acquire();
    await copy(from, to);
    await from.retire();
  } finally {
    from.release();
    to.release();
  }
}

async function copy(from: CopyLocation, to: CopyLocation): Promise<void> {
  if (await to.find())
    throw new Error(`There is an installation at ${to.name} already: nothing was copied.`);
  const found = await from.find();
  if (!found) throw new Error(`There is nothing to copy at ${from.name}.`);
  if (found === 'former')
    throw new Error(
      `The databases of ${from.name} are of an earlier version of the panel: start this version on them once.`,
    );
  const key = await copyDatabase(from, to);
  // A panel that was started in the meantime may have saved data that was not copied.
  await from.assertUnused();
  await to.finish();
  if (key) for (const line of describeKey(key, from.name)) print(line);
  print(
    `Copied to ${to.name}. Uploaded files are not copied: set FILES_DIR, or copy their folder.`,
  );
}

/** Copies the database and prints a line for each table. Returns the id of the panel key that the copy belongs to. */
async function copyDatabase(from: CopyLocation, to: CopyLocation): Promise<string | undefined> {
  const source = await from.open();
  const target = await to.begin();
  try {
    await checkVersion(source, from.name);
    const tables = await listTables(migrations);
    await copyTables(byName(source), byName(target), tables, ({ name, rows, digest }) =>
      print(`${name}: ${rows} rows, the same on both sides (${digest})`),
    );
    await reserveDeletedKeys(target);
    const errors = (await verifyAudit(target)).flatMap((report) => report.errors);
    print(
      errors.length === 0
        ? 'The digests of the audit log are correct. Its signatures were not checked.'
        : errors.join('\n'),
    );
    return await getKeyId(target);
  } finally {
    await source.destroy();
    await target.destroy();
  }
}

/** Returns lines that say which key the copy needs and where that key was found, because the key is not copied. */
function describeKey(id: string, from: string): string[] {
  const source = findKeySource(id, from);
  const where = !source
    ? 'PANEL_KEY set to the key with this ID, or PANEL_KEY_FILE set to a file that holds it'
    : source === 'PANEL_KEY'
      ? 'the same PANEL_KEY and PANEL_KEY_PREVIOUS'
      : `PANEL_KEY_FILE=${source}`;
  return [
    `The copy belongs to the panel key ${id}, as before. The key is not copied.`,
    `Start the panel on the copy with ${where}.`,
  ];
}

/** Returns where the key with this id was found: in the settings, or in the default file beside the folder. */
function findKeySource(id: string, from: string): string | undefined {
  try {
    const settings = readSettings(dataSettings, process.env);
    const beside = { ...settings, DATA_DIR: from };
    return [settings, beside].map(findKeys).find((keys) => keys?.ring.find(id))?.source;
  } catch {
    return undefined;
  }
}

/**
 * Returns the location that an argument names. The argument DATABASE_URL stands for the value of that setting: as an
 * argument, the URL would show its password to everybody who can list the processes of the machine.
 */
function readAddress(location: string): string {
  if (location !== 'DATABASE_URL') return location;
  const { DATABASE_URL } = readSettings(dataSettings, process.env);
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL to the address of the database.');
  return DATABASE_URL;
}
