import type { Kysely } from 'kysely';
import { storeMigrations } from '../app/lib/core/server/migrations';
import type { StoreTables } from '../app/lib/core/server/store-tables';
import { verifyAudit } from '../backend/audit/chain';
import { getStoredKey } from '../backend/audit/sign-heads';
import { reserveDeletedKeys } from '../backend/bin/reserve-keys';
import type { HostTables } from '../backend/db/host-tables';
import { migrations } from '../backend/db/migrations';
import type { NumberedMigration } from '../shared/db/migrate';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { byName } from '../shared/db/types';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import {
  type CopyLocation,
  type CopyPart,
  checkVersion,
  getCopyLocation,
  parts,
} from './copy-location';
import { copyTables } from './copy-tables';
import { print } from './print';
import { readArguments } from './read-arguments';
import { listTables } from './table-list';
import { UsageError } from './usage-error';

const known: Record<CopyPart, Record<string, NumberedMigration>> = {
  host: migrations,
  panel: storeMigrations,
};

/**
 * Runs `npm run db:copy`: moves the databases of an
 * installation to the other engine. The copies are moved to their final location only after all tables have been
 * copied and compared. After an interruption during the copy, run the command again; the copy then starts from the
 * beginning.
 */
export function run(args: string[]): Promise<void> {
  return withoutStatementLimit(() => copyDatabases(args));
}

async function copyDatabases(args: string[]): Promise<void> {
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

async function copy(from: CopyLocation, to: CopyLocation) {
  const present: CopyPart[] = [];
  for (const part of parts) {
    if (await to.has(part))
      throw new Error(`There is an installation at ${to.name} already: nothing was copied.`);
    if (await from.has(part)) present.push(part);
  }
  if (present.length === 0) throw new Error(`There is nothing to copy at ${from.name}.`);
  let key: string | undefined;
  for (const part of present) {
    if (part === 'panel') await copyPart<StoreTables>(part, from, to);
    else
      await copyPart<HostTables>(part, from, to, async (target) => {
        await reserveDeletedKeys(target);
        key = await getStoredKey(target);
        const errors = (await verifyAudit(target)).flatMap((report) => report.errors);
        print(
          errors.length === 0
            ? '  The digests of the audit log are correct. Its signatures were not checked.'
            : errors.join('\n'),
        );
      });
  }
  // A panel that was started in the meantime may have saved data that was not copied.
  await from.assertUnused();
  await to.finish();
  if (key) for (const line of describeKey(key, from.name)) print(line);
  print(
    `Copied to ${to.name}. Uploaded files are not copied: set FILES_DIR, or copy their folder.`,
  );
}

/** Copies one database and prints a line for each table. Then calls `check` with the copy. */
async function copyPart<DB>(
  part: CopyPart,
  from: CopyLocation,
  to: CopyLocation,
  check?: (target: Kysely<DB>) => Promise<void>,
): Promise<void> {
  const source = await from.open<DB>(part);
  const target = await to.begin<DB>(part, known[part]);
  try {
    await checkVersion(source, from.name, known[part]);
    print(`${part}:`);
    const tables = await listTables(known[part]);
    await copyTables(byName(source), byName(target), tables, ({ name, rows, digest }) =>
      print(`  ${name}: ${rows} rows, the same on both sides (${digest})`),
    );
    await check?.(target);
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
