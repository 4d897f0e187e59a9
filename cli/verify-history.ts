import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { signHistory } from '../app/lib/history/chain';
import { verifyHistory } from '../app/lib/history/verify';
import type { StoreTables } from '../app/lib/server/store-tables';
import { openDatabase, openOnSqlite, readSqlite } from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { print } from './print';

/**
 * Runs `npm run history:verify`: verifies the history of records. Sets the exit code 1 if the verification finds an
 * error. With `-- --acknowledge`, first signs the head of the history as it is now, for use after its errors were
 * examined.
 */
export function run(args: string[]): Promise<void> {
  return withoutStatementLimit(() => verify(args));
}

async function verify(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { acknowledge: { type: 'boolean' } } });
  const settings = readSettings(dataSettings, process.env);
  const ring = findKeys(settings)?.ring;
  if (!ring) throw new Error('There is no panel key: set PANEL_KEY or PANEL_KEY_FILE.');
  const { db, close } = await open(settings, values.acknowledge ?? false);
  try {
    if (values.acknowledge) await signHistory({ db, ring }, { acknowledge: true });
    const { changes, lost, errors } = await verifyHistory({ db, ring });
    const verdict = errors.length === 0 ? 'verified' : 'verification FAILED';
    print(`History: ${changes} changes, ${verdict}.`);
    if (lost > 0)
      print(`Records that cannot be read, because their panel key is missing: ${lost}.`);
    for (const line of errors) print(`  ${line}`);
    if (errors.length > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

/**
 * Opens the panel's store. Opens a file for reading only, so that the panel can run at the same time, unless the head
 * of the history is to be signed.
 */
async function open({ DATABASE_URL: url, DATA_DIR }: DataSettings, isSigning: boolean) {
  const folder = path.resolve(DATA_DIR);
  const file = path.join(folder, 'panel.sqlite');
  if (!url && !existsSync(file))
    throw new Error(`There is no database at ${file}: set DATA_DIR to the panel's data folder.`);
  const lock = !url && isSigning ? lockDataFolder(folder) : undefined;
  const db: Kysely<StoreTables> =
    url || isSigning
      ? await openDatabase<StoreTables>(url ? { url, schema: 'panel' } : { file })
      : openOnSqlite<StoreTables>(readSqlite(file));
  const close = async () => {
    await db.destroy();
    lock?.release();
  };
  return { db, close };
}
