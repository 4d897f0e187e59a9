import { type OpenKeys, openKeys } from 'backend/keys/open-keys';
import { KEY_SETTING, needsRekey } from 'backend/keys/stored-key';
import { config } from '../config.server';
import { oncePerProcess } from '../process.server';
import { panelStore } from '../store/store.server';

/** The keys that everything secret of the panel is derived from; made at the first start unless set. */
export function panelKeys(): OpenKeys {
  return oncePerProcess('panel keys', () => openKeys(config));
}

/**
 * Notes in the panel's store which key it belongs to. Throws one sentence when that key is not here, as when
 * panels that share a database were given different ones.
 */
export async function checkStoreKey(): Promise<void> {
  const db = await panelStore();
  const value = panelKeys().ring.current.id;
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
  if (needsRekey(stored.value, panelKeys()))
    await db.updateTable('shared_setting').set({ value }).where('name', '=', KEY_SETTING).execute();
}
