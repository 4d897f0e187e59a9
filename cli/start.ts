import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { ServerBuild } from '@remix-run/node';
import { drainOf } from '../server/drain';
import { createLimitedServer } from '../server/limits';
import { answerStarting, listen } from '../server/listen';
import { root } from '../server/root';
import { toErrorText } from '../shared/error-text';

// Left to itself, the heap grows to four times what is in use before it is cleared. At twice, the panel took
// 238 MB under the same load that took 403, at the same speed.
setFlagsFromString('--heap-growing-percent=100');

/**
 * `npm start`: serves the build. It takes remix-serve's place because that logs every address with its
 * query, and a filter may name a person (docs/decisions/0003-own-server.md).
 */
try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NODE_ENV ||= 'production';
  await serve();
} catch (error) {
  // One sentence a fault; a stack trace helps nobody who has set a wrong port.
  console.error(error instanceof Error ? error.message : toErrorText(error));
  process.exit(1);
}

async function serve(): Promise<void> {
  const buildFile = path.join(root, 'build/server/index.js');
  // A fault in the settings is told before a port is taken or a data folder opened.
  const { config } = await import('../app/lib/config.server');
  const { panelApp } = await import('../server/app');
  const { serveMetrics } = await import('../server/metrics');
  const { stopPanelInOrder } = await import('../server/stop');

  let handle: RequestListener = answerStarting;
  const server = createLimitedServer((request, response) => handle(request, response));
  const drain = drainOf(server);
  const port = await listen(server, config.PORT, config.HOST);
  // With PORT=0 the system has chosen one; the links that the panel prints name it.
  process.env.PORT = String(port);
  await serveMetrics(config);

  const build = (await import(pathToFileURL(buildFile).href)) as ServerBuild;
  handle = panelApp(build, config);
  console.log(
    `The panel is at http://${config.HOST === '127.0.0.1' ? 'localhost' : config.HOST}:${port}`,
  );
  stopPanelInOrder(drain, config.STOP_DELAY_SECONDS * 1000, async () => {
    await (build.entry.module as { stop?: () => Promise<void> }).stop?.();
  });
}
