import path from 'node:path';
import { hasDatabase } from '../backend/db/conversion/convert-files';
import { isUsedByHost } from './databases';
import { fail } from './print';

/**
 * Runs work with the modules of the panel on its own data and on its API host. Without DATABASE_URL, the data folder
 * is locked meanwhile. Throws an error with one sentence if the folder has no database, if it is in use, or if the
 * panel key is not that of the data.
 */
export async function withPanel<T>(work: () => Promise<T>): Promise<T> {
  // The configuration reads LOG_LEVEL when it is imported.
  process.env.LOG_LEVEL ||= 'error';
  const { settleEntries } = await import('../app/lib/core/host/audit.server');
  const { opened } = await import('../app/lib/core/server/opened.server');
  const { checkStoreKey } = await import('../app/lib/core/server/keys.server');
  const { openHistory } = await import('../app/lib/core/history/history-store.server');
  const close = await openPanelData();
  try {
    await checkStoreKey();
    await openHistory();
    return await work();
  } finally {
    // An error of one step does not keep the others from running, and does not replace that of the work.
    for (const end of [settleEntries, async () => (await opened.lockOwner)?.close(), close])
      await end().catch((error: unknown) => fail(error));
  }
}

/**
 * Opens the panel's database, and its embedded host if it has no other. Returns the function that closes both. Throws
 * an error with one sentence if there is no database that a panel with such a host has used.
 */
export async function openPanelData(): Promise<() => Promise<void>> {
  const { config } = await import('../app/lib/core/server/config.server');
  const { closeStore, getStore } = await import('../app/lib/core/server/store.server');
  const { getApiHost } = await import('../app/lib/core/host/host.server');
  const { openEmbeddedHost } = await import('../app/lib/core/host/open-embedded.server');
  const missing = `There is no database in ${config.DATA_DIR}: start the panel once first.`;
  if (!config.DATABASE_URL && !hasDatabase(path.resolve(config.DATA_DIR))) throw new Error(missing);
  const db = await getStore();
  try {
    if (!getApiHost().isEmbedded) return closeStore;
    // Opening the host on the database of a panel with a remote API host would add an administrator.
    if (!(await isUsedByHost(db)))
      throw new Error(
        `No embedded host has used the database in ${config.DATA_DIR}: set API_HOST_URL, or start the panel once first.`,
      );
    const { close } = await openEmbeddedHost();
    return async () => {
      try {
        await close();
      } finally {
        await closeStore();
      }
    };
  } catch (error) {
    await closeStore();
    throw error;
  }
}
