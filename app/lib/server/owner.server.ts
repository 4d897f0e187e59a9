import { randomUUID } from 'node:crypto';
import { isLocked, openSessionLock } from 'backend/db/session-lock';
import { config } from './config.server';
import { answerDatabaseLost } from './database-lost.server';
import type { LockOwner } from './lock-owner';
import { opened } from './opened.server';
import { getStore } from './store.server';

/**
 * Returns the object that names this process as the owner of its locks, and that checks whether other owners are
 * running (docs/decisions/0083-lock-owners.md). Throws the error of a lost database when it cannot be opened.
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
    // The next caller tries again.
    opened.lockOwner = undefined;
    throw answerDatabaseLost(error as Error);
  }
}

/** Makes the lock owner of a data folder. Only one process uses the folder, so every other owner has ended. */
function makeFolderOwner(): LockOwner {
  const own = randomUUID();
  return {
    name: async () => own,
    isAlive: async (name) => name === own,
    close: async () => {},
  };
}

/** Opens the lock owner on a PostgreSQL server. Its name is the number of the advisory lock that it holds. */
async function openServerOwner(url: string): Promise<LockOwner> {
  const lock = await openSessionLock(url);
  return {
    async name() {
      await lock.ready().catch((error: Error) => {
        throw answerDatabaseLost(error);
      });
      return String(lock.number);
    },
    isAlive: async (name) =>
      name === String(lock.number) ||
      (/^\d+$/.test(name) && isLocked(await getStore(), Number(name))),
    close: () => lock.close(),
  };
}
