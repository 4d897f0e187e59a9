/**
 * How long others wait while a file is checked and imported: a list and a save, one after the other, on the
 * built panel, beside what they wait while nothing is imported. `ROWS` and `WIDTH` (characters of a
 * description) set the file's size.
 */
import { demoSignIns } from '../backend/demo-study/users';
import { startPanel } from '../tests/support/panel';
import { Visitor } from '../tests/support/visitor';

const rows = Number(process.env.ROWS ?? 16_000);
const width = Number(process.env.WIDTH ?? 10);
const LIMIT_MS = 600_000;
const QUIET_MS = 10_000;

const panel = await startPanel({ DEMO_DATA: 'on', SIGN_IN_ATTEMPTS: '1000000' });
try {
  const { username, password } = demoSignIns.administrator;
  const importer = await new Visitor(panel.url).signIn(username, password);
  const other = await new Visitor(panel.url).signIn(username, password);
  await other.open('/color/add');

  let over = false;
  let color = 0;
  const others = async (when: string) => {
    const waits: Record<'list' | 'save', number[]> = { list: [], save: [] };
    while (!over) {
      color += 1;
      await timed(waits.list, () => other.request('/countries'));
      const values = { Name: `Bench ${color}`, Color: '#123456', Status: 'Active' };
      const body = other.bodyOf('Save', values);
      await timed(waits.save, () => other.request('/color/add', { method: 'POST', body }));
    }
    over = false;
    for (const [what, times] of Object.entries(waits)) print(`${what} ${when}`, times);
  };
  setTimeout(() => {
    over = true;
  }, QUIET_MS);
  await others('while nothing is imported');
  const during = others('during the import');

  const text = Array.from({ length: rows }, (_, n) => `Bench ${n},${'x'.repeat(width)},Active\n`);
  const file = new File([`Name,Description,Status\n${text.join('')}`], 'data.csv');
  const checked = await took(async () => {
    await importer.open('/import');
    await importer.press('Check file', { List: 'SMS Categories' }, { File: file });
    await until(() => importer.page.queryByRole('button', { name: /^Import [\d,]+ rows/ }));
  });
  const imported = await took(async () => {
    await importer.press(`Import ${rows.toLocaleString('en')} rows`);
    await until(() => importer.page.queryByText(/has been imported/));
  });
  over = true;
  await during;
  const megabytes = (file.size / 1e6).toFixed(1);
  console.log(
    `${rows} rows, ${megabytes} MB: checked in ${checked} ms, imported in ${imported} ms`,
  );

  async function until(found: () => unknown): Promise<void> {
    const end = Date.now() + LIMIT_MS;
    while (!found()) {
      if (Date.now() > end) throw new Error('the import has not ended');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await importer.open(importer.url);
    }
  }
} finally {
  await panel.stop();
}

function print(what: string, times: number[]): void {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  console.log(
    `${what}: ${sorted.length} requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`,
  );
}

async function timed(times: number[], ask: () => Promise<Response>): Promise<void> {
  times.push(
    await took(async () => {
      await (await ask()).arrayBuffer();
    }),
  );
}

async function took(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}
