/**
 * Compares the work of this checkout with the work of another checkout, for example of the commit before a change
 * (`npm run bench:compare -- ../before`). Both must be built. Starts one panel of each checkout with the demo study.
 * The panels take turns, because other load on the machine comes and goes. Prints the processor time for each request,
 * and the ratio of this checkout to the other: the median of the turns, and the lowest and highest turn.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defined } from '../shared/defined';
import { type RunningPanel, startPanel } from '../tests/support/panel';
import { type Answer, ask } from './load';
import { computeMedian } from './median';
import { pinToCores, resolveAddress, signIn } from './server';
import { type Contender, takeTurns } from './turns';

const PAGES = [
  '/home',
  '/participants',
  '/phones',
  '/countries',
  '/audit',
  '/participant/view/1',
  '/facility/edit/3',
];

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    /** An odd number. Many short turns differ less than few long ones on a machine with other load. */
    turns: { type: 'string', default: '7' },
    /** The names of the requests to compare. All, if none is named. */
    only: { type: 'string', multiple: true },
    /** The number of requests of each kind before they are measured. */
    'warm-up': { type: 'string', default: '1500' },
  },
  allowPositionals: true,
});
const options = {
  seconds: Number(values.seconds),
  turns: Number(values.turns),
  warmUp: Number(values['warm-up']),
};
const [folder] = positionals;
if (!folder) throw new Error('Name the folder of the other checkout.');

const here = await start(path.resolve(import.meta.dirname, '..'));
const there = await start(path.resolve(folder));
try {
  const others = await listContenders(there);
  console.log('| request | this checkout (ms) | the other (ms) | ratio | lowest to highest turn |');
  console.log('|---|---|---|---|---|');
  for (const [name, contender] of await listContenders(here)) {
    if (values.only && !values.only.includes(name)) continue;
    const turns = await takeTurns([contender, defined(others.get(name))], options);
    const ratios = turns.map(([one, other]) => one.work / other.work);
    const cells = [
      computeMedian(turns.map(([one]) => one.work)).toFixed(2),
      computeMedian(turns.map(([, other]) => other.work)).toFixed(2),
      computeMedian(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ];
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
} finally {
  await here.stop();
  await there.stop();
}

async function start(checkout: string): Promise<RunningPanel> {
  const command = ['node', path.join(checkout, 'build/server/cli.js'), 'start'];
  const env = { DEMO_DATA: 'on', LOG_LEVEL: 'error', SIGN_IN_ATTEMPTS: '1000000' };
  const panel = await startPanel(env, { cwd: checkout, command });
  pinToCores(panel.pid);
  return panel;
}

/** Returns how to send each kind of request to a panel, by its name. */
async function listContenders({ url, pid }: RunningPanel): Promise<Map<string, Contender>> {
  const headers = await signIn(url);
  const contenders = new Map<string, Contender>();
  const add = (name: string, send: () => Promise<Answer>) =>
    contenders.set(name, { name, pid, ask: send });
  for (const page of PAGES) {
    const address = await resolveAddress(`${url}${page}`, headers);
    add(page, () => ask(address, { headers }));
  }
  add('a form and its save', () => saveColor(`${url}/color/add`, headers));
  add('an export of all countries', () =>
    ask(`${url}/export/countries`, { method: 'POST', headers }),
  );
  return contenders;
}

/**
 * Opens the form of a color, and saves a new color. Finds the hidden inputs without parsing the page, because this
 * process would otherwise work longer than the panel, which would then wait for its requests.
 */
async function saveColor(form: string, headers: Record<string, string>): Promise<Answer> {
  const begin = performance.now();
  const page = await (await fetch(form, { headers })).text();
  const readHidden = (name: string) =>
    defined(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]);
  const body = new URLSearchParams({
    _token: readHidden('_token'),
    _version: readHidden('_version'),
    color_name: `Bench ${Math.random()}`,
    color_code: '#1B7F5C',
    c_status: '1',
  });
  const { bytes } = await ask(form, { method: 'POST', headers, status: 302, body });
  const all = performance.now() - begin;
  return { first: all, all, bytes };
}
