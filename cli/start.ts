import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { config } from '../app/lib/server/config.server';
import { createDrain } from '../server/drain';
import { createLimitedServer } from '../server/limits';
import { answerStarting, listen } from '../server/listen';
import { serveMetrics } from '../server/metrics';
import { print } from './print';

/**
 * Runs `npm start`: serves the panel. It takes remix-serve's place because that logs every address with its
 * query, and a filter may name a person (docs/decisions/0003-own-server.md).
 */
export async function run(): Promise<void> {
  // By default the heap grows to four times what is in use before it is cleared. At twice, the panel took
  // 238 MB under the same load that took 403, at the same speed.
  setFlagsFromString('--heap-growing-percent=100');
  let handle: RequestListener = answerStarting;
  const server = createLimitedServer((request, response) => handle(request, response));
  const drain = createDrain(server);
  // With PORT=0 the system chooses one; the links that the panel prints name it.
  config.PORT = await listen(server, config.PORT, config.HOST);
  await serveMetrics(config);

  // Opens the databases. The server answers the probes meanwhile.
  const build = await import('virtual:remix/server-build');
  const { makePanelApp: panelApp } = await import('../server/app');
  const { stopPanelInOrder } = await import('../server/stop');
  handle = panelApp(build, config);
  const host = config.HOST === '127.0.0.1' ? 'localhost' : config.HOST;
  print(`The panel is at http://${host}:${config.PORT}`);
  stopPanelInOrder(drain, config.STOP_DELAY_SECONDS * 1000);
}
