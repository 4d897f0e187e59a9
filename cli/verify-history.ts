import { historyChain, makeHistoryPart, signHistory } from '../backend/history/chain';
import type { HistoryStore } from '../backend/history/identities';
import { verifyHistory } from '../backend/history/verify';
import { acknowledgeChains } from '../shared/checkpoints/write-checkpoints';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { getCheckpointFolder } from '../shared/keys/key-settings';
import { findKeys } from '../shared/keys/open-keys';
import { readSettings } from '../shared/settings/read';
import { type DataSettings, dataSettings } from '../shared/settings/settings';
import { readStudyDatabase, withStudyDatabase } from './databases';
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
  if (note !== undefined)
    await withStudyDatabase(settings, (db) => acknowledge({ db, ring }, settings, note));
  const db = await readStudyDatabase(settings);
  try {
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
    await db.destroy();
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
