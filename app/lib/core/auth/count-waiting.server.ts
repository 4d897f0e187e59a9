import { setTimeout as pause } from 'node:timers/promises';
import { toErrorText } from 'shared/error-text';
import { user as entity } from '../entities/user';
import { getApiHost } from '../host/host.server';
import { getWriteCount } from '../host/writes.server';
import { log } from '../server/log.server';
import { checkChangeRight, mayWrite } from '../session/permissions';
import type { SignedInUser } from '../session/user';
import { fetchWaiting } from './waiting-accounts.server';

/** The time in milliseconds after which accounts are counted again, because users may sign up in another panel. */
const FRESH_MS = 60_000;
/** The maximum time in milliseconds for which a page waits for the count. Then it shows the last known count. */
const MAX_WAIT_MS = 250;

interface Count {
  /** The number of waiting accounts: the last known one if they cannot be counted. */
  accounts: number;
  /** The time of the count from `performance.now()`, which is never set back. */
  countedAt: number;
  /** The number of this process's writes before the count. After another write, it is out of date. */
  writes: number;
}

let last: Count = { accounts: 0, countedAt: -FRESH_MS, writes: -1 };
let counting: { writes: number; ended: Promise<void> } | undefined;

/**
 * Returns the number of accounts that wait for approval, for the menu. Returns 0 for users who may not approve
 * accounts. Asks the host at most once a minute, and after each change by this process. A failed request counts as one.
 * Asks a remote host only if it answers queries, which the panel knows once it has loaded a list.
 */
export async function countWaiting(user: SignedInUser): Promise<number> {
  if (!mayWrite(user) || !checkChangeRight(user, entity).ok) return 0;
  if (!getApiHost().answersQueries) return 0;
  if (last.writes !== getWriteCount() || performance.now() - last.countedAt >= FRESH_MS) {
    const timer = new AbortController();
    const limit = pause(MAX_WAIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([startCount(), limit]);
    timer.abort();
  }
  return last.accounts;
}

/** Starts a count. Concurrent requests share one count, unless this process has changed data since it began. */
function startCount(): Promise<void> {
  const writes = getWriteCount();
  if (counting?.writes !== writes) counting = { writes, ended: count(writes) };
  return counting.ended;
}

/** Counts the accounts. Does not reject, because no page may be waiting for the result any more. */
async function count(writes: number): Promise<void> {
  let { accounts } = last;
  try {
    const found = await fetchWaiting(1, [entity.key]);
    if (found.ok) accounts = found.value.total;
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'the waiting accounts could not be counted');
  }
  last = { accounts, countedAt: performance.now(), writes };
  if (counting?.writes === writes) counting = undefined;
}
