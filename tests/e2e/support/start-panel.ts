import { ensureBuilt } from '../../../scripts/prepare.js';
import { startPanel } from '../../support/panel';

/** One built panel for the whole suite, on the demo data, as `npm run demo` starts it. */
export default async function setup() {
  ensureBuilt();
  const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'warn', ...portOf(process.env) });
  process.env.PANEL_URL = panel.url;
  return () => panel.stop();
}

/** A free port, unless told. */
function portOf({ E2E_PORT }: NodeJS.ProcessEnv) {
  return E2E_PORT ? { PORT: E2E_PORT } : {};
}
