import { type OpenKeys, openKeys } from 'shared/keys/open-keys';
import { KEY_SETTING, needsRekey } from 'shared/keys/stored-key';
import { config } from './config.server';
import { getStore } from './store.server';

let keys: OpenKeys | undefined;

/**
 * Returns the keys from which the panel derives its secrets, except a SESSION_SECRET that is set. Creates a key at the
 * first start if none is configured.
 */
export function getPanelKeys(): OpenKeys {
  keys ??= openKeys(config);
  return keys;
}

/**
 * Stores the id of the current key in the study's database. Throws an error with a message of one sentence if the
 * database has the id of a key that this process does not have, such as when panels that share a database have
 * different keys.
 */
export async function checkStoreKey(): Promise<void> {
  const db = await getStore();
  const value = getPanelKeys().ring.current.id;
  await db
    .insertInto('shared_setting')
    .values({ name: KEY_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = await db
    .selectFrom('shared_setting')
    .select('value')
    .where('name', '=', KEY_SETTING)
    .executeTakeFirstOrThrow();
  if (needsRekey(stored.value, getPanelKeys()))
    await db.updateTable('shared_setting').set({ value }).where('name', '=', KEY_SETTING).execute();
}
