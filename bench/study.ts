import { setTimeout as sleep } from 'node:timers/promises';
import { formats } from '../app/lib/export/export-format';
import { defined } from '../shared/defined';
import { ask, type Cost, measure } from './load';

/** Summaries, figures and views of a study, and the numbers of rows that they count. */
const pages: readonly [name: string, path: string][] = [
  [
    'summary: minutes by month and navigator',
    '/analytics?by=start_date.month,username&of=sum:duration',
  ],
  ['summary: participants by month', '/participants?by=assessment_date.month'],
  ['summary: PrEP interest by navigator', '/participants?by=srh_prep_interest,peer_navigator'],
  ['home, with its figures', '/home'],
  ['participants: overdue, latest first', '/participants?followup_state=overdue&sort=-due_date'],
  ['participants: without follow-up', '/participants?n_followups.max=0'],
];

/** Fewer than for other pages, because some of these take long. */
const WARM_UP_REQUESTS = 100;

interface Server {
  url: string;
  pid: number;
  headers: Record<string, string>;
}

/**
 * Prints the cost of pages that answer questions of the study. Of each page, the first request is measured alone,
 * before the panel has cached anything, together with the longest time that another user waits meanwhile.
 */
export async function printStudyPages(
  { url, pid, headers }: Server,
  seconds: number,
  print: (cost: Cost) => void,
): Promise<void> {
  for (const [name, path] of pages) {
    const open = () => ask(url + path, { headers });
    let isWaiting = true;
    const first = open().finally(() => {
      isWaiting = false;
    });
    let slowest = 0;
    while (isWaiting) slowest = Math.max(slowest, (await ask(`${url}/color/add`, { headers })).all);
    const { all } = await first;
    console.log(
      `${name}: first request ${all.toFixed(0)} ms, others wait ${slowest.toFixed(0)} ms at most`,
    );
    print(await measure(name, open, { server: pid, seconds, warmUp: WARM_UP_REQUESTS }));
  }
}

/** Prints for each format how long the pseudonymised file with all participants takes, and how large it is. */
export async function printFilesForAnalysis({ url, headers }: Server): Promise<void> {
  for (const format of Object.keys(formats)) {
    const begin = performance.now();
    const response = await fetch(`${url}/export-as/participants`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ format, style: 'codes' }),
      redirect: 'manual',
    });
    const page = url + defined(response.headers.get('location') ?? undefined);
    while (!(await (await fetch(page, { headers })).text()).includes('Your file is ready'))
      await sleep(50);
    const took = performance.now() - begin;
    const { bytes } = await ask(`${page}/data`, { headers });
    console.log(
      `file with all participants, ${format}: ready after ${(took / 1_000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB`,
    );
  }
}
