import { signHistory } from 'backend/history/chain';
import type { HistoryStore } from 'backend/history/identities';
import { resealIdentities } from 'backend/history/reseal-identities';
import { getPanelKeys } from '../server/keys.server';
import { getStore } from '../server/store.server';

let lost: ReadonlySet<string> = new Set();

/** Returns the study's database with the keys of the history. */
export async function getHistoryStore(): Promise<HistoryStore> {
  return { db: await getStore(), ring: getPanelKeys().ring };
}

/**
 * Signs the head of the history with the current key. If an earlier key has encrypted identities of records, encrypts
 * them with the current key instead. Runs at each start, so that an earlier key is needed only until the next start.
 */
export async function openHistory(): Promise<void> {
  const store = await getHistoryStore();
  await signHistory(store);
  lost = (await resealIdentities(store)).lost;
}

/** Returns whether changes of an entity's records cannot be read, because the panel key for them is not available. */
export function hasLostHistory(entity: string): boolean {
  return lost.has(entity);
}
