import { setTimeout as wait } from 'node:timers/promises';
import {
  completePending,
  listPending,
  type PendingChange,
  withdrawPending,
} from 'backend/history/pending';
import { toErrorText } from 'shared/error-text';
import { getHistoryStore } from '../history/history-store.server';
import { isRunning } from '../host/audit-intents.server';
import { type BackgroundTask, every } from '../server/background-task.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { judgeChange } from './judge-change.server';

const TICK_MS = 60_000;
/** The maximum time in milliseconds that a page waits for abandoned changes to be resolved. */
const SETTLE_MS = 2_000;
/**
 * The time in milliseconds after which a change counts as abandoned if its process is missing. A process on PostgreSQL
 * may only seem to be missing, while it reopens its lost database session.
 */
const GRACE_MS = config.DATABASE_URL ? 60_000 : 0;

let settling: Promise<void> | undefined;

const settleAgain = every(TICK_MS, 'the resolution of abandoned changes', settleChanges, {
  firstMs: 0,
});

/** Resolves abandoned changes now and every minute. */
export const settleTask: BackgroundTask = {
  start: () => settleAgain.start(),
  async stop() {
    await settleAgain.stop();
    await settling;
  },
};

/**
 * Resolves abandoned changes, which no process is making any more: adds them to the history with the outcome that their
 * records show, or deletes those that were not made. A change whose record cannot be read at the moment stays pending.
 */
export function settleChanges(): Promise<void> {
  settling ??= settle()
    .catch((error: unknown) =>
      log.error({ error: toErrorText(error) }, 'abandoned changes could not be resolved yet'),
    )
    .finally(() => {
      settling = undefined;
    });
  return settling;
}

/** Resolves abandoned changes like `settleChanges`, but waits for a slow host only for SETTLE_MS. */
export async function settleBriefly(): Promise<void> {
  await Promise.race([settleChanges(), wait(SETTLE_MS, undefined, { ref: false })]);
}

async function settle(): Promise<void> {
  const { changes, unreadable } = await listPending(await getHistoryStore());
  for (const id of unreadable)
    log.error({ change: id }, 'a pending change of another version of the panel cannot be read');
  for (const pending of changes) {
    try {
      if (!(await isBeingMade(pending))) await settleAbandoned(pending);
    } catch (error) {
      log.error(
        { change: pending.id, error: toErrorText(error) },
        'an abandoned change could not be resolved yet',
      );
    }
  }
}

async function settleAbandoned(pending: PendingChange): Promise<void> {
  const verdict = await judgeChange(pending.change);
  if (!verdict) return;
  const store = await getHistoryStore();
  const { outcome, recordId = pending.change.recordId } = verdict;
  if (outcome === 'not made') await withdrawPending(store, pending.id);
  else {
    const settled = { ...pending, change: { ...pending.change, recordId } };
    await completePending(store, settled, outcome, { isAbandoned: true });
  }
}

async function isBeingMade({ id, owner, createdAt }: PendingChange): Promise<boolean> {
  const lockOwner = await getLockOwner();
  if (owner === (await lockOwner.name())) return isRunning(id);
  // The difference is negative if a clock was wrong.
  return Math.abs(Date.now() - createdAt) < GRACE_MS || lockOwner.isAlive(owner);
}
