import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { makeHistoryPart, signHistory } from '../app/lib/core/history/chain';
import type { HistoryStore } from '../app/lib/core/history/identities';
import { resealIdentities } from '../app/lib/core/history/reseal-identities';
import { resealSecrets } from '../app/lib/core/proof/factor-secrets';
import { storeMigrations } from '../app/lib/core/server/migrations';
import type { StoreTables } from '../app/lib/core/server/store-tables';
import { makeAuditPart } from '../backend/audit/chain';
import { getStoredKey, takeKeys } from '../backend/audit/sign-heads';
import { migrations } from '../backend/db/migrations';
import type { Database } from '../backend/db/types';
import { acknowledgeChains, startCheckpoints } from '../shared/checkpoints/write-checkpoints';
import { getLocation, openDatabase } from '../shared/db/connect';
import { migrateToLatest } from '../shared/db/migrate';
import { toErrorText } from '../shared/error-text';
import type { KeyRing } from '../shared/keys/key-ring';
import { getCheckpointFolder, getKeyFile, type KeySettings } from '../shared/keys/key-settings';
import { addKey, findKeys, type OpenKeys, openKeys } from '../shared/keys/open-keys';
import { KEY_SETTING, needsRekey } from '../shared/keys/stored-key';
import { readSettings } from '../shared/settings/read';
import { dataSettings } from '../shared/settings/settings';
import { type CopyPart, getCopyLocation } from './copy-location';
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
  const url = settings.DATABASE_URL;
  const location = getCopyLocation(url ?? settings.DATA_DIR);
  if (!url && !existsSync(settings.DATA_DIR))
    throw new Error(`There is no data folder ${settings.DATA_DIR}: set DATA_DIR.`);
  await location.acquire();
  try {
    const keys = isLost ? openKeys(settings) : findKeys(settings);
    if (!keys) throw new Error('There is no key yet: start the panel once, or set PANEL_KEY.');
    const databases: Databases = {};
    try {
      const getLocationOfPart = (part: CopyPart) =>
        getLocation(part, path.resolve(settings.DATA_DIR), url);
      if (await location.has('host'))
        databases.host = await openDatabase(getLocationOfPart('host'));
      if (await location.has('panel'))
        databases.panel = await openDatabase(getLocationOfPart('panel'));
      await rotate(databases, keys, settings, isLost);
    } finally {
      await databases.host?.destroy();
      await databases.panel?.destroy();
    }
  } finally {
    location.release();
  }
}

interface Databases {
  host?: Database;
  panel?: Kysely<StoreTables>;
}

async function rotate(
  { host, panel }: Databases,
  keys: OpenKeys,
  settings: KeySettings,
  isLost: boolean,
): Promise<void> {
  if (host) await migrateToLatest(host, migrations);
  if (panel) await migrateToLatest(panel, storeMigrations);
  let newKeys = keys;
  const stored = host ? await getStoredKey(host) : panel && (await getStoreKey(panel));
  if (isLost) {
    if (stored === undefined || keys.ring.find(stored))
      throw new Error('No key is lost: run this command without --lost.');
    // Removes the signatures of the lost key, which can no longer be verified. The heads are then signed as at
    // the first start.
    await host?.deleteFrom('host_setting').where('name', '=', KEY_SETTING).execute();
    await host?.updateTable('chain_head').set({ head_key: null, head_signature: null }).execute();
  } else if (settings.PANEL_KEY) {
    if (stored === undefined || stored === keys.ring.current.id) throw new Error(FROM_ENVIRONMENT);
  } else {
    // Checks that the database belongs to the current key before adding a new key, so that the file of a wrong key is
    // not changed.
    if (host) await takeKeys(host, keys);
    else if (stored !== undefined) needsRekey(stored, keys);
    newKeys = { ...keys, ring: addKey(getKeyFile(settings)) };
  }
  if (panel) {
    await resealHistory({ db: panel, ring: newKeys.ring }, isLost);
    await resealSecrets(panel, newKeys.ring);
  }
  if (host) await takeKeys(host, newKeys);
  const folder = getCheckpointFolder(settings);
  await addCheckpoint(
    { host, panel },
    newKeys.ring,
    folder,
    isLost ? `the key ${stored} was lost` : undefined,
  );
  const value = newKeys.ring.current.id;
  await panel
    ?.updateTable('shared_setting')
    .set({ value })
    .where('name', '=', KEY_SETTING)
    .execute();
  print(`The current key is ${value}, in ${newKeys.source}.`);
  for (const { id } of newKeys.ring.all.slice(1))
    print(`The earlier key ${id} still verifies and decrypts earlier data.`);
  print('Copy the new key to where copies of the earlier one are.');
}

/**
 * Returns the id of the key that the panel's store belongs to. A panel with a remote API host has no other database.
 */
async function getStoreKey(panel: Kysely<StoreTables>): Promise<string | undefined> {
  const row = await panel
    .selectFrom('shared_setting')
    .select('value')
    .where('name', '=', KEY_SETTING)
    .executeTakeFirst();
  return row?.value;
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
  { host, panel }: Databases,
  ring: KeyRing,
  folder: string,
  note: string | undefined,
): Promise<void> {
  const [first, ...others] = [
    ...(host ? [makeAuditPart(host)] : []),
    ...(panel ? [makeHistoryPart({ db: panel })] : []),
  ];
  if (!first) return;
  const parts = [first, ...others] as const;
  if (note) return acknowledgeChains(parts, ring, folder, note);
  const onFailure = (error: unknown) => print(`Checkpoint: ${toErrorText(error)}`);
  await (await startCheckpoints(parts, ring, { folder, minutes: 60, onFailure })).stop();
}
