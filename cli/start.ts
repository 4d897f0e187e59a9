import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { config } from '../app/lib/core/server/config.server';
import { createDrain } from '../server/drain';
import { createLimitedServer } from '../server/limits';
import { answerStarting, listen } from '../server/listen';
import { serveMetrics } from '../server/metrics';
import { loadSharp } from '../shared/files/load-sharp';
import { uncleanMessages } from '../shared/files/unclean-messages';
import { print } from './print';

/**
 * Runs `npm start`: serves the panel. Replaces remix-serve, which logs every URL with its query, where a filter
 * may name a person (docs/decisions/0086-requests-begin-in-turn.md).
 */
export async function run(): Promise<void> {
  // By default, the heap grows to four times the memory in use before garbage collection. With this flag, it grows
  // only to twice that memory. The panel then took 238 MB instead of 403 MB under the same load, at the same speed.
  setFlagsFromString('--heap-growing-percent=100');
  let handle: RequestListener = answerStarting;
  const server = createLimitedServer((request, response) => handle(request, response));
  const drain = createDrain(server);
  // With PORT=0, the operating system chooses a port, which the links that the panel prints must contain.
  config.PORT = await listen(server, config.PORT, config.HOST);
  await serveMetrics(config);

  // Importing the build opens the database. In the meantime, the server answers health probes.
  const build = await import('virtual:remix/server-build');
  const { makePanelApp } = await import('../server/app');
  const { registerPanelShutdown } = await import('../server/stop');
  handle = makePanelApp(build, config);
  const host = config.HOST === '127.0.0.1' ? 'localhost' : config.HOST;
  if (!(await loadSharp())) print(`Warning: ${uncleanMessages.noLibrary}`);
  print(`The panel is at http://${host}:${config.PORT}`);
  registerPanelShutdown(drain, config.STOP_DELAY_SECONDS * 1000);
}
