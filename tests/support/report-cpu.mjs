import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a server under test (`node --import`): answers, in milliseconds and as JSON, the processor time
 * of the process (`cpu`) and how long its main thread was busy (`busy`), on a port of its own. Worker threads load it too, and the port is taken then.
 */
if (isMainThread)
  createServer((_request, response) => {
    const { user, system } = process.cpuUsage();
    const busy = performance.eventLoopUtilization().active;
    response.end(JSON.stringify({ cpu: (user + system) / 1_000, busy }));
  })
    .listen(Number(process.env.CPU_REPORT_PORT), '127.0.0.1')
    .unref();
