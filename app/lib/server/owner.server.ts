import { randomUUID } from 'node:crypto';
import { isLocked, openSessionLock } from 'backend/db/session-lock';
import { config } from './config.server';
import { databaseLost } from './database-lost.server';
import type { LockOwner } from './lock-owner';
import { opened } from './opened.server';
import { panelStore } from './store.server';

/** Returns the owner under which this process takes locks (docs/decisions/0083-lock-owners.md). */
export function lockOwner(): Promise<LockOwner> {
  opened.lockOwner ??= config.DATABASE_URL
    ? ownerOnServer(config.DATABASE_URL)
    : Promise.resolve(ownerOfFolder());
  return opened.lockOwner;
}

/** Returns the owner for a data folder. Only one process uses it, so every other owner of a lock has ended. */
function ownerOfFolder(): LockOwner {
  const own = randomUUID();
  return {
    name: async () => own,
    isAlive: async (name) => name === own,
    close: async () => {},
  };
}

async function ownerOnServer(url: string): Promise<LockOwner> {
  const lock = await openSessionLock(url);
  return {
    async name() {
      await lock.ready().catch((error: Error) => {
        throw databaseLost(error);
      });
      return String(lock.number);
    },
    isAlive: async (name) =>
      name === String(lock.number) ||
      (/^\d+$/.test(name) && isLocked(await panelStore(), Number(name))),
    close: () => lock.close(),
  };
}
