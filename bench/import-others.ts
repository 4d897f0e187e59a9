/** Opens a list and saves a color alternately until it receives a stop message; then sends the durations. */

import { demoSignIns } from '../backend/demo-study/users';
import { defined } from '../shared/defined';
import { Visitor } from '../tests/support/visitor';

/** Milliseconds of each request. */
export interface Waits {
  list: number[];
  save: number[];
}

const { username, password } = demoSignIns.administrator;
const visitor = await new Visitor(defined(process.argv[2])).signIn(username, password);
await visitor.open('/color/add');
const body = visitor.getBody('Save', { Name: 'Bench', Color: '#123456', Status: 'Active' });
const nameField = [...body].find(([, value]) => value === 'Bench')?.[0];
if (!nameField) throw new Error('the form has no name');

const waits: Waits = { list: [], save: [] };
let isStopped = false;
process.once('message', () => {
  isStopped = true;
});
process.send?.('ready');
for (let n = 1; !isStopped; n += 1) {
  await timed(waits.list, '/countries');
  body.set(nameField, `Bench ${process.pid} ${n}`);
  await timed(waits.save, '/color/add', { method: 'POST', body });
}
process.send?.(waits);
process.disconnect();

async function timed(times: number[], path: string, init?: RequestInit): Promise<void> {
  const begun = performance.now();
  const response = await visitor.request(path, init);
  await response.arrayBuffer();
  times.push(Math.round(performance.now() - begun));
  if (response.status >= 400) throw new Error(`${path} answers ${response.status}`);
}
