import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/**
 * Reports the processor time in milliseconds of a server under test (`cpu`) and of its main thread (`busy`), as
 * JSON over HTTP on a separate port. `node --import` loads this module. Worker threads load it too, but must
 * not open the port again.
 */
if (isMainThread)
  createServer((_request, response) => {
    const { user, system } = process.cpuUsage();
    response.end(JSON.stringify({ cpu: (user + system) / 1_000, busy: readMainThread() }));
  })
    .listen(Number(process.env.CPU_REPORT_PORT), '127.0.0.1')
    .unref();

/**
 * Returns the processor time of the main thread in milliseconds. Linux reports it in nanoseconds. On other
 * systems, returns the time for which the event loop was active, which is longer on a shared machine.
 */
function readMainThread() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(file)) return performance.eventLoopUtilization().active;
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000_000;
}
