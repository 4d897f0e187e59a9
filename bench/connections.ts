import { parseArgs } from 'node:util';
import { startPanel } from '../tests/support/panel';
import { measureCrowd, printCrowds } from './crowd';
import { pinToCores, signIn } from './server';

/**
 * Measures the response times of many concurrent connections, on the demo study (`npm run bench:connections`).
 * `npm run bench` prints the same table. docs/performance.md describes how to read it.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } });

const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
try {
  pinToCores(panel.pid);
  const headers = await signIn(panel.url);
  // Uses the IP address, because with a name, the look-up would open the connections one after the other.
  const url = panel.url.replace('localhost', '127.0.0.1');
  // Warms up the panel, because Node compiles functions that are called often.
  await measureCrowd(`${url}/participants`, headers, { connections: 8, seconds: 5 });
  await printCrowds(url, headers, Number(values.seconds));
} finally {
  await panel.stop();
}
