import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { dropDatabase, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const SMALL = 10_000;
const LARGE = 100_000;
/** The length of the text of each row. An export in memory would need the 130 MB of the texts several times. */
const LENGTH = 1_300;
/**
 * The memory in MB that the large export and its download may need beyond those of the small one. It is less than the
 * texts alone. Measured: 72 for CSV, 33 for Excel, 84 for JSON.
 */
const LIMIT_MB = 112;
/** The limit of the heap in MB. With less than the texts need, an export that held its rows would end the process. */
const HEAP_MB = 112;
const MB = 1_024;

/** Starts a panel with LARGE colours, of which SMALL are disabled. */
async function startWithColours() {
  const dataDir = tempFolder();
  const panel = await startPanel({
    DEMO_DATA: 'on',
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  onTestFinished(async () => {
    await panel.stop();
    await dropDatabase(dataDir);
  });
  const text = 'Deep red with a touch of gold '.repeat(LENGTH).slice(0, LENGTH);
  await sqlOn(dataDir, 'delete from color');
  await sqlOn(
    dataDir,
    `insert into color (color_name, color_code, color_status)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${LARGE})
     select '${text}' || n, '#000000', case when n <= ${SMALL} then 2 else 1 end from numbers`,
  );
  const { username, password } = demoSignIns.administrator;
  return { panel, visitor: await new Visitor(panel.url).signIn(username, password) };
}

/** Makes the system forget the most memory that a process has had, so that the peak begins anew. */
const resetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Returns the most memory in MB that a process has had since `resetPeak`. */
function readPeak(pid: number): number {
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(peak) / MB;
}

/** Exports colours, and returns the number of rows of the file and the most memory that the panel had meanwhile. */
async function exportColours(
  { panel, visitor }: Awaited<ReturnType<typeof startWithColours>>,
  format: string,
  search: string,
) {
  resetPeak(panel.pid);
  const body = new URLSearchParams({ format, style: 'words' });
  const placed = await visitor.request(`/export-as/colors${search}`, { method: 'POST', body });
  const file = placed.headers.get('location') ?? '';
  const read = async () => (await visitor.open(file)).document.querySelector('main')?.textContent;
  await expect.poll(read, { interval: 500, timeout: 600_000 }).toContain('Your file is ready');
  const [, rows = ''] = /, ([\d,]+) rows/.exec((await read()) ?? '') ?? [];
  const answer = await visitor.request(`${file}/data`);
  expect((await answer.bytes()).length).toBeGreaterThan(SMALL);
  return { rows: Number(rows.replace(/,/g, '')), peak: readPeak(panel.pid) };
}

describe.each(['csv', 'xlsx', 'json', 'package'])('an export as %s', (format) => {
  it('of 100,000 rows needs at most 112 MB more than one of 10,000 rows', async () => {
    const started = await startWithColours();
    // The first export of a process also loads its code.
    await exportColours(started, format, '?c_status=Disabled');
    const small = await exportColours(started, format, '?c_status=Disabled');
    const large = await exportColours(started, format, '');
    expect([small.rows, large.rows]).toEqual([SMALL, LARGE]);
    expect(large.peak - small.peak).toBeLessThan(LIMIT_MB);
  });
});
