/**
 * Measures the share of the access log in the work of lists (`npm run bench:access-log`). The built panel answers
 * pages of the demo study. This process then notes and stores the accesses of the same number of rows, as many at a
 * time as the panel collects under this load, because a panel with and without the log differ by less than the noise.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Entity } from '../app/lib/entities/entity';
import { participant } from '../app/lib/entities/participant';
import { phone } from '../app/lib/entities/phone';
import { TEST_KEY } from '../tests/support/keys';
import { startPanel } from '../tests/support/panel';
import { ask, type Cost, measure } from './load';
import { pinToCores, resolveAddress, signIn } from './server';

const SECONDS = 8;
/** The panel stores what it has collected twice a second (app/lib/access/collect-accesses.server.ts). */
const STORES_PER_SECOND = 2;
const WARM_UP_STORES = 50;
const STORES = 200;

const folder = mkdtempSync(path.join(tmpdir(), 'panel-'));
Object.assign(process.env, { DATA_DIR: folder, PANEL_KEY: TEST_KEY, LOG_LEVEL: 'error' });
// The modules of the panel read their settings when they are imported.
const { noteRows } = await import('../app/lib/access/note-access.server');
const { settleAccesses } = await import('../app/lib/access/collect-accesses.server');
const { closeStore } = await import('../app/lib/server/store.server');

const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
try {
  pinToCores(panel.pid);
  const headers = await signIn(panel.url);
  console.log('| list | work of a page (ms) | of it, the access log (ms) | share |');
  console.log('|---|---|---|---|');
  for (const entity of [participant, phone]) {
    const address = await resolveAddress(panel.url + entity.list.path, headers);
    const page = await measure(entity.name, () => ask(address, { headers }), {
      server: panel.pid,
      seconds: SECONDS,
    });
    const log = await measureLog(entity, page);
    const share = `${((log / page.work) * 100).toFixed(1)} %`;
    console.log(`| ${[entity.title, page.work.toFixed(2), log.toFixed(3), share].join(' | ')} |`);
  }
} finally {
  await panel.stop();
  await closeStore();
  rmSync(folder, { recursive: true });
}

/** Returns the processor time in milliseconds for noting and storing the accesses of one page of a list. */
async function measureLog(entity: Entity, page: Cost): Promise<number> {
  const columns = entity.list.columns.filter(({ hiddenAtFirst }) => !hiddenAtFirst);
  const rows = Array.from({ length: entity.list.pageSize }, (_, at) => ({
    ...Object.fromEntries(columns.map(({ field }) => [field, `Bench ${at}`])),
    [entity.key]: String(at + 1),
  }));
  const perStore = Math.ceil(page.perSecond / STORES_PER_SECOND);
  const store = async () => {
    for (let noted = 0; noted < perStore; noted++)
      noteRows({ id: '1', username: 'bench' }, 'List', entity, rows, columns);
    await settleAccesses();
  };
  for (let stored = 0; stored < WARM_UP_STORES; stored++) await store();
  const before = process.cpuUsage();
  for (let stored = 0; stored < STORES; stored++) await store();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / STORES / perStore;
}
