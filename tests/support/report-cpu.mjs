import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Reports, over HTTP on a port of its own, the processor time of a server under test (`cpu`) and that of its main
 * thread (`busy`), in milliseconds and as JSON. Loaded with `node --import`, also by worker threads, which must not
 * take the port again.
 */
if (isMainThread)
  createServer((_request, response) => {
    const { user, system } = process.cpuUsage();
    response.end(JSON.stringify({ cpu: (user + system) / 1_000, busy: readMainThread() }));
  })
    .listen(Number(process.env.CPU_REPORT_PORT), '127.0.0.1')
    .unref();

/**
 * Returns the main thread's processor time, which Linux has in nanoseconds. Elsewhere returns the time for which the
 * event loop was active, which on a shared machine is longer.
 */
function readMainThread() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(file)) return performance.eventLoopUtilization().active;
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000_000;
}
