import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoSignIns } from '../../../backend/demo-study/users';
import { ensureBuilt } from '../../../scripts/prepare.js';
import { makeDemoFolder } from '../../support/demo-folder';
import { startPanel } from '../../support/panel';
import { Visitor } from '../../support/visitor';

const FIGURES_LIMIT_MS = 120_000;

/** Opens the home page until the figures of the study have been counted. */
async function waitForFigures(visitor: Visitor): Promise<void> {
  const end = Date.now() + FIGURES_LIMIT_MS;
  while (Date.now() < end) {
    await visitor.open('/home');
    // Without any figures, the page has no cards.
    const cards = visitor.page.queryAllByRole('heading', { level: 3 });
    const texts = cards.map((card) => card.closest('li')?.textContent ?? '');
    if (texts.length > 0 && texts.every((text) => text.includes('As of'))) return;
    await sleep(200);
  }
  throw new Error('the figures of the home page were not counted in time');
}

/**
 * Starts one built panel with the demo study for the whole suite, as `npm run demo` does. Tests with a panel of their
 * own copy the same demo study. Returns a function that stops the panel and deletes the data.
 */
export default async function setup() {
  ensureBuilt();
  const folder = await makeDemoFolder();
  process.env.DEMO_FOLDER = folder;
  // A free port, unless E2E_PORT names one.
  const PORT = process.env.E2E_PORT ?? '0';
  const panel = await startPanel({
    DEMO_DATA: 'on',
    LOG_LEVEL: 'warn',
    PORT,
    // All tests share one IP address, which the wrong passwords of several tests would block.
    SIGN_IN_ATTEMPTS: '1000000',
    OVERVIEW_SECONDS: '5',
  });
  process.env.PANEL_URL = panel.url;
  process.env.PANEL_DATA = panel.dataDir;
  // Causes the first entry of the access log, which tests open as /audit/access/1.
  const visitor = new Visitor(panel.url);
  await visitor.signIn(demoSignIns.administrator.username, demoSignIns.administrator.password);
  await visitor.open('/participants');
  await waitForFigures(visitor);
  return async () => {
    await panel.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
