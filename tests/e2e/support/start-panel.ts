import { ensureBuilt } from '../../../scripts/prepare.js';
import { startPanel } from '../../support/panel';

/** One built panel for the whole suite, on the demo data, as `npm run demo` starts it. */
export default async function setup() {
  ensureBuilt();
  // A free port, unless told.
  const PORT = process.env.E2E_PORT ?? '0';
  const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'warn', PORT });
  process.env.PANEL_URL = panel.url;
  return () => panel.stop();
}
