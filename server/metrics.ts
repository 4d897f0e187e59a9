import { createServer } from 'node:http';
import type { Config } from '../app/lib/core/server/config.server';
import { log } from '../app/lib/core/server/log.server';
import { metrics } from '../app/lib/core/server/metrics.server';
import { toErrorText } from '../shared/error-text';
import { listen } from './listen';

/**
 * Serves the metrics for Prometheus on METRICS_PORT, which must not be accessible through a proxy. Does nothing
 * if METRICS_PORT is not set.
 */
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
  // Without this, the server would prevent the process from ending.
  server.unref();
  log.info({ host: METRICS_HOST, port }, 'metrics are served');
}
