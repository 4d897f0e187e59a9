/**
 * Measures how long other users wait for a list and for a save while a file is checked and imported, and compares that
 * with their waits while nothing is imported. Runs on the built panel. `ROWS` and `WIDTH` (characters of a description)
 * set the file's size.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { demoSignIns } from '../backend/demo-study/users';
import { startPanel } from '../tests/support/panel';
import { Visitor } from '../tests/support/visitor';
import type { Waits } from './import-others';

const rows = Number(process.env.ROWS ?? 16_000);
const width = Number(process.env.WIDTH ?? 10);
const LIMIT_MS = 600_000;
const QUIET_MS = 10_000;

const panel = await startPanel({ DEMO_DATA: 'on', SIGN_IN_ATTEMPTS: '1000000' });
try {
  const { username, password } = demoSignIns.administrator;
  const importer = await new Visitor(panel.url).signIn(username, password);
  await importer.open('/import');
  const text = Array.from({ length: rows }, (_, n) => `Bench ${n},${'x'.repeat(width)},Active\n`);
  const file = new File([`Name,Description,Status\n${text.join('')}`], 'data.csv');

  const quiet = await startOthers();
  await setTimeout(QUIET_MS);
  print('while nothing is imported', await quiet());
  const during = await startOthers();
  const checked = await took(async () => {
    await importer.press('Check file', { List: 'SMS Categories' }, { File: file });
    await until(/Import [\d,]+ rows/);
  });
  const imported = await took(async () => {
    await importer.press(`Import ${rows.toLocaleString('en')} rows`);
    await until(/Import finished/);
  });
  print('during the import', await during());
  const megabytes = (file.size / 1e6).toFixed(1);
  console.log(
    `${rows} rows, ${megabytes} MB: checked in ${checked} ms, imported in ${imported} ms`,
  );

  /** Waits until the import's page contains a match of `words`, and opens the page. */
  async function until(words: RegExp): Promise<void> {
    const end = Date.now() + LIMIT_MS;
    for (;;) {
      const page = await (await importer.request(importer.url)).text();
      if (words.test(page)) break;
      if (/Import (failed|cancelled)/.test(page)) throw new Error('the import was not finished');
      if (Date.now() > end) throw new Error('the import has not ended');
      await setTimeout(300);
    }
    await importer.open(importer.url);
  }
} finally {
  await panel.stop();
}

/**
 * Starts a separate process that measures response times. In the process of the benchmark, the work of reading the
 * import's pages would distort them. Returns the function that stops the measurement and returns its times.
 */
async function startOthers(): Promise<() => Promise<Waits>> {
  const others = fork(new URL('import-others.ts', import.meta.url), [panel.url]);
  await once(others, 'message');
  return async () => {
    others.send('stop');
    const [waits] = (await once(others, 'message')) as [Waits];
    return waits;
  };
}

function print(when: string, waits: Waits): void {
  for (const [kind, times] of Object.entries<number[]>({ ...waits })) {
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
    console.log(
      `${kind} ${when}: ${sorted.length} requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`,
    );
  }
}

async function took(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}
