import { randomUUID } from 'node:crypto';
import { config } from './config.server';
import { answerDatabaseLost } from './database-lost.server';
import type { LockOwner } from './lock-owner';
import { opened } from './opened.server';
import { isLocked, openSessionLock } from './session-lock';
import { getStore } from './store.server';

/**
 * Returns the lock owner of this process. It has the name under which this process holds locks, and checks
 * whether other owners are still running (docs/decisions/0083-lock-owners.md). Throws a 503 response when the
 * database cannot be reached.
 */
export function getLockOwner(): Promise<LockOwner> {
  opened.lockOwner ??= openLockOwner();
  return opened.lockOwner;
}

async function openLockOwner(): Promise<LockOwner> {
  if (!config.DATABASE_URL) return makeFolderOwner();
  try {
    return await openServerOwner(config.DATABASE_URL);
  } catch (error) {
    // The next call tries to open it again.
    opened.lockOwner = undefined;
    throw answerDatabaseLost(error as Error);
  }
}

/** Makes the lock owner for a data folder. Only one process uses the folder, so every other owner has ended. */
function makeFolderOwner(): LockOwner {
  const own = randomUUID();
  return {
    name: async () => own,
    isAlive: async (name) => name === own,
    tryLock: async () => true,
    unlock: async () => {},
    close: async () => {},
  };
}

/**
 * Opens the lock owner for a PostgreSQL server. Its name is the number of an advisory lock that this process
 * holds.
 */
async function openServerOwner(url: string): Promise<LockOwner> {
  const lock = await openSessionLock(url);
  const throwLost = (error: Error) => {
    throw answerDatabaseLost(error);
  };
  return {
    async name() {
      await lock.ready().catch(throwLost);
      return String(lock.number);
    },
    isAlive: async (name) =>
      name === String(lock.number) ||
      (/^\d+$/.test(name) && isLocked(await getStore(), Number(name))),
    tryLock: (name) => lock.tryLock(name).catch(throwLost),
    unlock: lock.unlock,
    close: () => lock.close(),
  };
}
