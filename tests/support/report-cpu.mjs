import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Reports, over HTTP on a port of its own, the processor time of a server under test (`cpu`) and the time for
 * which its main thread was busy (`busy`), in milliseconds and as JSON. Loaded with `node --import`, also by
 * worker threads, which must not take the port again.
 */
if (isMainThread)
  createServer((_request, response) => {
    const { user, system } = process.cpuUsage();
    const busy = performance.eventLoopUtilization().active;
    response.end(JSON.stringify({ cpu: (user + system) / 1_000, busy }));
  })
    .listen(Number(process.env.CPU_REPORT_PORT), '127.0.0.1')
    .unref();
