import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { historyChain, makeHistoryPart, signHistory } from '../app/lib/core/history/chain';
import type { HistoryStore } from '../app/lib/core/history/identities';
import { verifyHistory } from '../app/lib/core/history/verify';
import type { StoreTables } from '../app/lib/core/server/store-tables';
import { acknowledgeChains } from '../shared/checkpoints/write-checkpoints';
import { openDatabase, openOnSqlite } from '../shared/db/connect';
import { lockDataFolder } from '../shared/db/lock';
import { readSqlite } from '../shared/db/sqlite-file';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { getCheckpointFolder } from '../shared/keys/key-settings';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { print } from './print';
import { readArguments } from './read-arguments';
import { checkNote, describeNewer, printCheckpoints, readCheckpoints } from './read-checkpoints';
import { WITHOUT_CHECKPOINTS } from './usages';

/**
 * Runs `npm run history:verify`: verifies the history of records and its checkpoints. Sets the exit code 1 if the
 * verification finds an error, or if there is no checkpoint. With `-- --acknowledge "why"`, first signs the head of the history as it is now and
 * adds a checkpoint that accepts it, for use after a restore, or after its errors were examined.
 */
export function run(args: string[]): Promise<void> {
  return withoutStatementLimit(() => verify(args));
}

async function verify(args: string[]): Promise<void> {
  const { values } = readArguments('history:verify', args);
  const note = values.acknowledge;
  if (note !== undefined) checkNote(note);
  const settings = readSettings(dataSettings, process.env);
  const ring = findKeys(settings)?.ring;
  if (!ring) throw new Error('There is no panel key: set PANEL_KEY or PANEL_KEY_FILE.');
  const { db, close } = await open(settings, note !== undefined);
  try {
    if (note !== undefined) await acknowledge({ db, ring }, settings, note);
    // Read before the database, which may get further changes while the command runs.
    const checkpoints = readCheckpoints(settings, ring, [historyChain.table]);
    const expected = checkpoints.expected[historyChain.table];
    const { changes, lost, errors } = await verifyHistory({ db, ring }, expected);
    const verdict = errors.length === 0 ? 'verified' : 'verification FAILED';
    print(`History: ${changes} changes, ${verdict}.`);
    if (lost > 0)
      print(`Records that cannot be read, because their panel key is missing: ${lost}.`);
    for (const line of [...errors, ...describeNewer(checkpoints, historyChain.table, changes)])
      print(`  ${line}`);
    if (errors.length > 0) process.exitCode = 1;
    printCheckpoints(checkpoints, values[WITHOUT_CHECKPOINTS]);
  } finally {
    await close();
  }
}

async function acknowledge(
  store: HistoryStore,
  settings: DataSettings,
  note: string,
): Promise<void> {
  await signHistory(store, { acknowledge: true });
  const folder = getCheckpointFolder(settings);
  await acknowledgeChains([makeHistoryPart(store)], store.ring, folder, note);
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
