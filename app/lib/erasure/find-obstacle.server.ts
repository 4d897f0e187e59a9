import { listMentions } from 'shared/erasure/person';
import { getHistoryStore } from '../history/history-store.server';
import type { HostErasure } from '../host/api-host';
import { config } from '../server/config.server';
import { getLockOwner } from '../server/owner.server';
import { getStore } from '../server/store.server';
import { settleChanges } from '../undo/settle-changes.server';
import { hasPendingChange } from './erase-history';
import type { ErasurePlan } from './plan';

/** The tables of work in the background, with the state while it is running, and the words for it. */
const running = [
  { table: 'bulk_action', state: 'running', words: 'A bulk action is' },
  { table: 'exported_file', state: 'making', words: 'A file for analysis is' },
] as const;

/**
 * The age in milliseconds from which work counts as killed if its process is not found. On PostgreSQL, the process may
 * only seem to be missing, while it reopens its lost database session.
 */
const GRACE_MS = config.DATABASE_URL ? 600_000 : 0;

/**
 * Returns the reason why a participant cannot be erased at the moment, or undefined: work that is running could store
 * their data again.
 */
export async function findObstacle(
  host: HostErasure,
  plan: ErasurePlan,
): Promise<string | undefined> {
  await settleChanges();
  if (await hasPendingChange(await getHistoryStore(), plan.records, listMentions(plan.person)))
    return 'A change of this participant is still being saved. Try again in a minute.';
  if (await host.isImporting()) return 'An import is running. Try again when it has ended.';
  const db = await getStore();
  const { isAlive } = await getLockOwner();
  for (const { table, state, words } of running) {
    const found = await db
      .selectFrom(table)
      .select(['runner', 'created_at'])
      .where('state', '=', state)
      .execute();
    // Work of a process that was killed stays in this state until its user looks at it.
    for (const { runner, created_at } of found)
      if (Number(created_at) > Date.now() - GRACE_MS || (runner && (await isAlive(runner))))
        return `${words} being made. Try again when it is ready.`;
  }
  return undefined;
}
