import { existsSync } from 'node:fs';
import { resealSecrets } from '../app/lib/core/proof/factor-secrets';
import { makeAuditPart } from '../backend/audit/chain';
import { takeKeys } from '../backend/audit/sign-heads';
import type { Database } from '../backend/db/types';
import { makeHistoryPart, signHistory } from '../backend/history/chain';
import type { HistoryStore } from '../backend/history/identities';
import { resealIdentities } from '../backend/history/reseal-identities';
import {
  acknowledgeChains,
  type CheckpointPart,
  startCheckpoints,
} from '../shared/checkpoints/write-checkpoints';
import { toErrorText } from '../shared/error-text';
import type { KeyRing } from '../shared/keys/key-ring';
import { getCheckpointFolder, getKeyFile, type KeySettings } from '../shared/keys/key-settings';
import { addKey, findKeys, type OpenKeys, openKeys } from '../shared/keys/open-keys';
import { KEY_SETTING, needsRekey } from '../shared/keys/stored-key';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { getCopyLocation } from './copy-location';
import { getKeyId, isUsedByHost, withStudyDatabase } from './databases';
import { print } from './print';
import { readArguments } from './read-arguments';

const FROM_ENVIRONMENT = `The key is in PANEL_KEY, which this command cannot change:
1. Make a new key: openssl rand -hex 32
2. Put the present value of PANEL_KEY at the start of PANEL_KEY_PREVIOUS, separated by a comma from the keys that are there.
3. Set PANEL_KEY to the new key, for all panels, and run this command again, or start the panel.`;

/**
 * Runs `npm run key:rotate`: creates a new panel key, or uses that of PANEL_KEY, and signs the heads of the audit log
 * (the last ID and digest of each table) with it. The earlier key remains for verifying and decrypting. With `--lost`,
 * assigns the current key to a database whose key is lost.
 */
export async function run(args: string[]): Promise<void> {
  const isLost = readArguments('key:rotate', args).values.lost;
  const settings = readSettings(dataSettings, process.env);
  if (!settings.DATABASE_URL && !existsSync(settings.DATA_DIR))
    throw new Error(`There is no data folder ${settings.DATA_DIR}: set DATA_DIR.`);
  await getCopyLocation(settings.DATABASE_URL ?? settings.DATA_DIR).assertUnused();
  await withStudyDatabase(settings, async (db) => {
    const keys = isLost ? openKeys(settings) : findKeys(settings);
    if (!keys) throw new Error('There is no key yet: start the panel once, or set PANEL_KEY.');
    await rotate(db, keys, settings, isLost);
  });
}

async function rotate(
  db: Database,
  keys: OpenKeys,
  settings: KeySettings,
  isLost: boolean,
): Promise<void> {
  const hasHost = await isUsedByHost(db);
  const stored = await getKeyId(db);
  let newKeys = keys;
  if (isLost) {
    if (stored === undefined || keys.ring.find(stored))
      throw new Error('No key is lost: run this command without --lost.');
    // Removes the signatures of the lost key, which can no longer be verified. The heads are then signed as at
    // the first start.
    await db.deleteFrom('host_setting').where('name', '=', KEY_SETTING).execute();
    await db.updateTable('chain_head').set({ head_key: null, head_signature: null }).execute();
  } else if (settings.PANEL_KEY) {
    if (stored === undefined || stored === keys.ring.current.id) throw new Error(FROM_ENVIRONMENT);
  } else {
    // Checks that the database belongs to the current key before adding a new key, so that the file of a wrong key is
    // not changed.
    if (hasHost) await takeKeys(db, keys);
    else if (stored !== undefined) needsRekey(stored, keys);
    newKeys = { ...keys, ring: addKey(getKeyFile(settings)) };
  }
  await resealHistory({ db, ring: newKeys.ring }, isLost);
  await resealSecrets(db, newKeys.ring);
  if (hasHost) await takeKeys(db, newKeys);
  const history = makeHistoryPart({ db });
  await addCheckpoint(
    hasHost ? [makeAuditPart(db), history] : [history],
    newKeys.ring,
    getCheckpointFolder(settings),
    isLost ? `the key ${stored} was lost` : undefined,
  );
  const value = newKeys.ring.current.id;
  await db.updateTable('shared_setting').set({ value }).where('name', '=', KEY_SETTING).execute();
  print(`The current key is ${value}, in ${newKeys.source}.`);
  for (const { id } of newKeys.ring.all.slice(1))
    print(`The earlier key ${id} still verifies and decrypts earlier data.`);
  print('Copy the new key to where copies of the earlier one are.');
}

/**
 * Signs the history with the current key, and encrypts its identities with it. After the loss of a key, the
 * identities that it encrypted cannot be read any more.
 */
async function resealHistory(store: HistoryStore, isLost: boolean): Promise<void> {
  await signHistory(store, { acknowledge: isLost });
  await resealIdentities(store);
}

/**
 * Adds a checkpoint signed with the new key. If the last checkpoint were signed with the earlier key, the verification
 * would fail once that key is removed. With a note, the checkpoint accepts the chains as they are.
 */
async function addCheckpoint(
  parts: readonly [CheckpointPart, ...CheckpointPart[]],
  ring: KeyRing,
  folder: string,
  note: string | undefined,
): Promise<void> {
  if (note) return acknowledgeChains(parts, ring, folder, note);
  const onFailure = (error: unknown) => print(`Checkpoint: ${toErrorText(error)}`);
  await (await startCheckpoints(parts, ring, { folder, minutes: 60, onFailure })).stop();
}
