import path from 'node:path';
import { parseArgs } from 'node:util';
import { getDefaultColumns } from '../app/lib/core/entities/list-fields';
import { participant } from '../app/lib/core/entities/participant';
import { defined } from '../shared/defined';
import { startPanel } from '../tests/support/panel';
import { printCrowds } from './crowd';
import { startDjango } from './django-admin';
import { filledFolder, type Size } from './fill';
import { type Answer, ask, CONNECTIONS, type Cost, measure } from './load';
import { computeMedian } from './median';
import { pinToCores, resolveAddress, signIn, watchMemory } from './server';
import { printFilesForAnalysis, printStudyPages } from './study';
import { takeTurns } from './turns';

/**
 * Measures the cost of lists with many rows, and compares it with a fixed page, the floor, in the same run
 * (`npm run bench`). docs/performance.md describes how to read the result.
 */
const { values } = parseArgs({
  options: {
    participants: { type: 'string', default: '100000' },
    'follow-ups': { type: 'string', default: '300000' },
    analytics: { type: 'string', default: '1000000' },
    phones: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '8' },
    django: { type: 'boolean', default: false },
    /** Measures only summaries, figures and files for analysis. */
    study: { type: 'boolean', default: false },
  },
});
const root = path.resolve(import.meta.dirname, '..');
const size: Size = {
  participants: Number(values.participants),
  followUps: Number(values['follow-ups']),
  analytics: Number(values.analytics),
  phones: Number(values.phones),
};
const seconds = Number(values.seconds);

/** The columns that the list shows by default. */
const COLUMNS = getDefaultColumns(participant.list);
const MANY_COLUMNS =
  `${COLUMNS},contact_frequency,own_phone,history_modern_contraception_use,history_contraception_implant,
history_contraception_injection,history_contraception_iud,history_contraception_ius,
history_contraception_pills,history_contraception_other,history_contraception_satisfaction,
history_contraception_stop_reason,history_hiv_know_status,history_hiv_last_test,
history_hiv_used_prep,history_hiv_prep_last_refil,history_hiv_prep_problems,history_hiv_taking_art,
history_hiv_last_refil,history_hiv_art_problems,srh_contraception_interest,srh_prep_interest`.replace(
    /\s/g,
    '',
  );

/** The page in the middle of the list: a page has ten participants. */
const middle = Math.ceil(size.participants / participant.list.pageSize / 2);

const firstPage = '/participants';
const lists: readonly [name: string, path: string][] = [
  ['participants: first page', firstPage],
  ['participants: of one navigator', '/participants?peer_navigator=pn1007'],
  ['participants: text that 10 rows have', '/participants?study_number=S-12345'],
  [
    `participants: by date, page ${middle.toLocaleString('en')}`,
    `/participants?page=${middle}&sort=-assessment_date`,
  ],
  ['participants: 31 columns', `/participants?cols=${MANY_COLUMNS}`],
  ['participants: one record', `/participant/view/${Math.ceil(size.participants / 2)}`],
  ['analytics: first page', '/analytics'],
  ['analytics: of one navigator, by its link', '/analytics?username.is=pn1007'],
  ['analytics: of one navigator, typed', '/analytics?username=pn1007'],
  ['analytics: by date, page 5,000', '/analytics?page=5000&sort=-start_date'],
  ['phones: first page', '/phones'],
  ['phones: text that 10 rows have', '/phones?phone_number=10123'],
  ['phones: edit form', '/phone/edit/%2B260000000001'],
  ['peer navigators, with their counts', '/peer-navigators'],
];
const searches: readonly [name: string, text: string][] = [
  ['search: text that 10 participants have', 'S-12345'],
  ['search: text that all participants have', 'S-1'],
  ['search: text that no record has', 'nowhere'],
];

const dataDir = await filledFolder(root, size);
const panel = await startPanel({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  BENCH: 'on',
  OVERVIEW_SECONDS: '3600',
});
try {
  pinToCores(panel.pid);
  const memory = watchMemory(panel.pid);
  const headers = await signIn(panel.url);
  const resolve = (target: string) => resolveAddress(panel.url + target, headers);
  const get = (address: string) => () => ask(address, { headers });

  const first = await resolve(firstPage);
  const page = await get(first)();
  const floor = await measure(
    'floor: a fixed page of the same size',
    get(await findFloor(page.bytes)),
    { server: panel.pid, seconds },
  );
  print(floor, floor);
  for (const [name, target] of values.study ? [] : lists)
    print(await measure(name, get(await resolve(target)), { server: panel.pid, seconds }), floor);
  for (const [name, text] of values.study ? [] : searches)
    print(
      await measure(name, get(await findSearchPage(text)), { server: panel.pid, seconds }),
      floor,
    );
  if (!values.study) await measureSaves();
  const server = { url: panel.url, pid: panel.pid, headers };
  await printStudyPages(server, seconds, (cost) => print(cost, floor));
  if (!values.study)
    await printCrowds(panel.url.replace('localhost', '127.0.0.1'), headers, seconds);
  const before = memory.peak();
  await printFilesForAnalysis(server);
  console.log(
    `server memory: ${before.toFixed(0)} MB at most before the exports, ${memory.peak().toFixed(0)} MB with them`,
  );
  memory.stop();
  if (values.django) await compareToDjango(get(first));

  async function compareToDjango(askPanel: () => Promise<Answer>): Promise<void> {
    const django = await startDjango(dataDir, COLUMNS);
    try {
      const ours = { name: 'this panel: first page', pid: panel.pid, ask: askPanel };
      const turns = await takeTurns([ours, django], { seconds });
      for (const cost of turns.flat()) print(cost);
      const ratios = turns.map(([one, other]) => one.perSecond / other.perSecond);
      const all = ratios.sort((a, b) => a - b).map((ratio) => ratio.toFixed(1));
      console.log(
        `${computeMedian(ratios).toFixed(1)} times Django's rate (median); all turns, lowest first: ${all.join(', ')}`,
      );
    } finally {
      django.stop();
    }
  }

  /** Returns the address of the page with the results of a search. */
  async function findSearchPage(text: string): Promise<string> {
    const body = new URLSearchParams({ find: text });
    const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual' };
    const response = await fetch(`${panel.url}/search`, init);
    return panel.url + defined(response.headers.get('location') ?? undefined);
  }

  /** Returns the address of the fixed page with as many rows as make it about `bytes` long. */
  async function findFloor(bytes: number): Promise<string> {
    const [ten, thousand] = [
      await get(`${panel.url}/bench-floor?rows=10`)(),
      await get(`${panel.url}/bench-floor?rows=1010`)(),
    ];
    const perRow = (thousand.bytes - ten.bytes) / 1_000;
    return `${panel.url}/bench-floor?rows=${Math.round(10 + (bytes - ten.bytes) / perRow)}`;
  }

  /** Each connection loads the form of a phone, changes the phone's type and saves it. Measures only the saves. */
  async function measureSaves(): Promise<void> {
    const forms = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) =>
        resolve(`/phone/edit/${encodeURIComponent(`+260000${100_010 + n}`)}`),
      ),
    );
    const save = async (connection: number) => {
      const target = defined(forms[connection]);
      const form = await (await fetch(target, { headers })).text();
      const field = (name: string) =>
        new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
      const type = /checked="" value="3"/.test(form) ? '4' : '3';
      return ask(target, {
        method: 'POST',
        headers,
        status: 302,
        body: new URLSearchParams({
          _token: field('_token'),
          _version: field('_version'),
          phone_status: type,
        }),
      });
    };
    print(await measure('phones: save', save, { server: panel.pid, seconds }), floor);
  }
} finally {
  await panel.stop();
}

function print(cost: Cost, floor?: Cost): void {
  const ratio = floor ? `${(cost.p50 / floor.p50).toFixed(2)}x` : '';
  const times = [cost.p50, cost.p95, cost.p99].map((ms) => ms.toFixed(0).padStart(6)).join('');
  console.log(
    `${cost.name.padEnd(40)}${cost.perSecond.toFixed(0).padStart(6)}/s${times} ms ${ratio.padStart(7)}${cost.work.toFixed(1).padStart(7)} ms of work`,
  );
}
