import { existsSync } from 'node:fs';
import path from 'node:path';
import { lockDataFolder } from '../shared/db/lock';
import { fail } from './print';

/**
 * Runs work with the modules of the panel on its own data and on its API host. Without DATABASE_URL, locks the data
 * folder meanwhile. Throws an error with one sentence if the folder has no database, if it is in use, or if the panel key
 * is not that of the data.
 */
export async function withPanel<T>(work: () => Promise<T>): Promise<T> {
  // The configuration reads LOG_LEVEL when it is imported.
  process.env.LOG_LEVEL ||= 'error';
  const { config } = await import('../app/lib/core/server/config.server');
  const { settleEntries } = await import('../app/lib/core/host/audit.server');
  const { closeStore } = await import('../app/lib/core/server/store.server');
  const { opened } = await import('../app/lib/core/server/opened.server');
  const { checkStoreKey } = await import('../app/lib/core/server/keys.server');
  const { openHistory } = await import('../app/lib/core/history/history-store.server');
  const { getApiHost } = await import('../app/lib/core/host/host.server');
  const folder = path.resolve(config.DATA_DIR);
  const file = getApiHost().isEmbedded ? 'host.sqlite' : 'panel.sqlite';
  if (!config.DATABASE_URL && !existsSync(path.join(folder, file)))
    throw new Error(`There is no database in ${config.DATA_DIR}: start the panel once first.`);
  const close = await lockAndOpen(config.DATABASE_URL ? undefined : folder);
  try {
    await checkStoreKey();
    await openHistory();
    return await work();
  } finally {
    // An error of one step does not keep the others from running, and does not replace that of the work.
    for (const end of [
      settleEntries,
      async () => (await opened.lockOwner)?.close(),
      closeStore,
      close,
    ])
      await end().catch((error: unknown) => fail(error));
  }
}

/** Locks the data folder, if there is one, and opens the embedded host. Returns the function that undoes both. */
async function lockAndOpen(folder: string | undefined): Promise<() => Promise<void>> {
  const { getApiHost } = await import('../app/lib/core/host/host.server');
  const { openEmbeddedHost } = await import('../app/lib/core/host/open-embedded.server');
  if (getApiHost().isEmbedded) return (await openEmbeddedHost()).close;
  const lock = folder === undefined ? undefined : lockDataFolder(folder);
  return async () => lock?.release();
}
