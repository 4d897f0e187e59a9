import { parseArgs } from 'node:util';
import { startPanel } from '../tests/support/panel';
import { measureCrowd, printCrowds } from './crowd';
import { pinToCores, signIn } from './server';

/**
 * `npm run bench:connections`: how evenly many connections are served, on the demo study. The same table
 * ends `npm run bench`. docs/performance.md tells how to read it.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } });

const panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
try {
  pinToCores(panel.pid);
  const headers = await signIn(panel.url);
  // By number: looking a name up would open the connections one after the other.
  const url = panel.url.replace('localhost', '127.0.0.1');
  // Node compiles what is called often.
  await measureCrowd(`${url}/participants`, headers, { connections: 8, seconds: 5 });
  await printCrowds(url, headers, Number(values.seconds));
} finally {
  await panel.stop();
}
