import { listMentions } from 'shared/erasure/person';
import { failWith, type Result, succeeded } from 'shared/result';
import { getHistoryStore } from '../core/history/history-store.server';
import type { HostErasure } from '../core/host/api-host';
import { config } from '../core/server/config.server';
import { getLockOwner } from '../core/server/owner.server';
import { getStore } from '../core/server/store.server';
import { settleChanges } from '../core/undo/settle-changes.server';
import { hasPendingChange } from './erase-history';
import type { ErasurePlan } from './plan';

/**
 * The age in milliseconds from which work counts as killed if its process is not found. On PostgreSQL, the process may
 * only seem to be missing, while it reopens its lost database session.
 */
const GRACE_MS = config.DATABASE_URL ? 600_000 : 0;

/**
 * Checks that a participant can be erased at the moment. Fails with a sentence for users while work is running that could
 * store their data again.
 */
export async function checkErasable(
  host: HostErasure,
  plan: ErasurePlan,
): Promise<Result<unknown, string>> {
  await settleChanges();
  if (await hasPendingChange(await getHistoryStore(), plan.records, listMentions(plan.person)))
    return failWith('A change of this participant is still being saved. Try again in a minute.');
  if (await host.isImporting())
    return failWith('An import is running. Try again when it has ended.');
  const db = await getStore();
  const { isAlive } = await getLockOwner();
  const running = await db
    .selectFrom('job')
    .select(['runner', 'created_at'])
    .where('state', '=', 'running')
    .where('runner', 'is not', null)
    // Erasures and mails, which the panel runs by itself, store no data of participants.
    .where('due_at', 'is', null)
    .execute();
  // A job of a process that was killed stays in this state until its user looks at it.
  for (const { runner, created_at } of running)
    if (Number(created_at) > Date.now() - GRACE_MS || (runner && (await isAlive(runner))))
      return failWith('A bulk action or an export is running. Try again when it has ended.');
  return succeeded;
}
