import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dropDatabase, getDatabaseUrl } from '../../support/database';
import { tempFolder } from '../../support/folders';

/** Opens the panel's store in a new folder, before the panel's settings are read. */
async function openStore() {
  const dataDir = path.join(tempFolder(), 'data');
  onTestFinished(() => dropDatabase(dataDir));
  process.env.DATA_DIR = dataDir;
  process.env.DATABASE_URL = (await getDatabaseUrl(dataDir)) ?? '';
  const { getHistoryStore } = await import('../../../app/lib/core/history/history-store.server');
  const { getLockOwner } = await import('../../../app/lib/core/server/owner.server');
  const store = await getHistoryStore();
  onTestFinished(async () => {
    await (await getLockOwner()).close();
    await store.db.destroy();
  });
  return store;
}

it('each pending change of this process counts as being made', async () => {
  const store = await openStore();
  const { listPending } = await import('backend/history/pending');
  const { isRunning, withIntents } = await import(
    '../../../app/lib/core/host/audit-intents.server'
  );
  const change = {
    ...{ entity: 'color', recordId: '41', username: 'ann', action: 'Update' as const },
    fields: [{ field: 'color_code', before: '#111111', after: '#222222' }],
  };
  const seen: boolean[] = [];
  for (let n = 0; n < 20; n++) {
    let isBegun = false;
    /** Lists the pending changes until the change begins, as a request for a history does. */
    const watch = async () => {
      while (!isBegun)
        for (const { id } of (await listPending(store)).changes) seen.push(isRunning(id));
    };
    const watching = Promise.all([watch(), watch(), watch()]);
    const make = async () => {
      isBegun = true;
      await watching;
      return { ok: true as const };
    };
    await withIntents({ entries: [], history: { change } }, make);
  }
  expect(seen).toContain(true);
  expect(seen).not.toContain(false);
});
