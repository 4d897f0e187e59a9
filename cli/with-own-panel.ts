import { existsSync } from 'node:fs';
import path from 'node:path';
import { getRemoteAddress } from '../shared/settings/host-address';

/**
 * Runs work with the modules of the panel on its own data, while no panel uses the data folder. Throws an error with
 * one sentence if the panel uses a remote API host, or if there is no database.
 */
export async function withOwnPanel<T>(work: () => Promise<T>): Promise<T> {
  // The configuration reads LOG_LEVEL when it is imported.
  process.env.LOG_LEVEL ||= 'error';
  const { config } = await import('../app/lib/server/config.server');
  if (getRemoteAddress(config))
    throw new Error('API_HOST_URL is set: this command works on the embedded host alone.');
  if (!config.DATABASE_URL && !existsSync(path.join(config.DATA_DIR, 'host.sqlite')))
    throw new Error(`There is no database in ${config.DATA_DIR}: start the panel once first.`);
  const { openEmbeddedHost } = await import('../app/lib/host/open-embedded.server');
  const { closeStore } = await import('../app/lib/server/store.server');
  const { opened } = await import('../app/lib/server/opened.server');
  const { openHistory } = await import('../app/lib/history/history-store.server');
  const { close } = await openEmbeddedHost();
  try {
    await openHistory();
    return await work();
  } finally {
    await (await opened.lockOwner)?.close();
    await closeStore();
    await close();
  }
}
