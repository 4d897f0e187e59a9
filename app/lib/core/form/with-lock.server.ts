import { setTimeout as wait } from 'node:timers/promises';
import { config } from '../server/config.server';
import type { LockOwner } from '../server/lock-owner';
import { getLockOwner } from '../server/owner.server';

/** The time in milliseconds between two attempts to lock a name. */
const WAIT_MS = 50;
/**
 * The maximum time in milliseconds for which a request waits for a lock. A save takes at most this long: it reads,
 * writes and may send a push message, each within the host's time limit.
 */
const LONGEST_MS = 4 * config.API_TIMEOUT_MS;

/** The names that requests of this process have locked. */
const locked = new Set<string>();

/**
 * Does the work while no other work with the same name is done, in this panel or in another panel on the same database.
 * If the other work takes too long, calls `onBusy` instead. A process that ends releases its locks. If a panel loses its
 * connection to the database, another panel may take its locks (decision 0083). Throws a 503 response if the database
 * cannot be reached.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  onBusy: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + LONGEST_MS;
  let owner = await tryLock(name);
  while (!owner) {
    if (performance.now() >= deadline) return onBusy();
    await wait(WAIT_MS);
    owner = await tryLock(name);
  }
  try {
    return await work();
  } finally {
    await owner.unlock(name);
    locked.delete(name);
  }
}

/** Locks a name. Returns the owner of the lock, or undefined if another request has locked the name. */
async function tryLock(name: string): Promise<LockOwner | undefined> {
  if (locked.has(name)) return undefined;
  locked.add(name);
  let isMine = false;
  try {
    const owner = await getLockOwner();
    isMine = await owner.tryLock(name);
    return isMine ? owner : undefined;
  } finally {
    if (!isMine) locked.delete(name);
  }
}
