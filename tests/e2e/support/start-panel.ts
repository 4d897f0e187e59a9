import { rmSync } from 'node:fs';
import { ensureBuilt } from '../../../scripts/prepare.js';
import { makeDemoFolder } from '../../support/demo-folder';
import { startPanel } from '../../support/panel';

/**
 * Starts one built panel for the whole suite, on the demo data, as `npm run demo` starts it. Tests with a panel of their
 * own copy the same data.
 */
export default async function setup() {
  ensureBuilt();
  const folder = await makeDemoFolder();
  process.env.DEMO_FOLDER = folder;
  // A free port, unless E2E_PORT names one.
  const PORT = process.env.E2E_PORT ?? '0';
  const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'warn', PORT });
  process.env.PANEL_URL = panel.url;
  return async () => {
    await panel.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
