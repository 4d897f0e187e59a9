import { createServer } from 'node:http';
import type { Config } from '../app/lib/server/config.server';
import { log } from '../app/lib/server/log.server';
import { metrics } from '../app/lib/server/metrics.server';
import { toErrorText } from '../shared/error-text';
import { listen } from './listen';

/** Answers Prometheus on a port of its own, which no proxy leads to; only where METRICS_PORT is set. */
export async function serveMetrics({ METRICS_HOST, METRICS_PORT }: Config): Promise<void> {
  if (METRICS_PORT === undefined) return;
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end('The metrics are at /metrics.\n');
      return;
    }
    try {
      const text = await metrics.registry.metrics();
      response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
    } catch (error) {
      log.error({ error: toErrorText(error) }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  });
  const port = await listen(server, METRICS_PORT, METRICS_HOST, 'METRICS_PORT');
  // It must not keep the process from ending.
  server.unref();
  log.info({ host: METRICS_HOST, port }, 'metrics are served');
}
