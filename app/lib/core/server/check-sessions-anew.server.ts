import { randomInt } from 'node:crypto';
import { toErrorText } from 'shared/error-text';
import { log } from './log.server';
import { getStore } from './store.server';

/**
 * Marks all sessions for a check, so that the next request of each one asks the host about its user. Affects
 * all panels that share the database. Does not throw: logs an error.
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
 * Returns a check time long ago, which marks a session for a check. The time is random, so that a check that
 * began before the session was marked does not remove the mark (storeChecked).
 */
export function getOverdueTime(): number {
  return randomInt(2 ** 31);
}
