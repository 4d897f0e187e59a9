import { randomInt } from 'node:crypto';
import { toErrorText } from 'shared/error-text';
import { log } from './log.server';
import { getStore } from './store.server';

/**
 * Has the host asked about the user of every session at its next request, in all panels of the store. Does not
 * reject.
 */
export async function checkSessionsAnew(): Promise<void> {
  try {
    const db = await getStore();
    await db.updateTable('session').set({ checked_at: getOverdueTime() }).execute();
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'sessions could not be marked for a check');
  }
}

/**
 * Returns a time of check long ago. It differs each time, so that a check that began before the mark does not
 * remove it (userChecked).
 */
export function getOverdueTime(): number {
  return randomInt(2 ** 31);
}
