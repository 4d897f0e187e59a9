import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { dropDatabase, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

/** The number of rows of an export that takes longer than a request waits for it. */
const ROWS = 300_000;

/** Starts a panel, and an export that is still running when its page is shown. */
async function startExporting() {
  const dataDir = tempFolder();
  onTestFinished(() => dropDatabase(dataDir));
  const env = { DATA_DIR: dataDir, DEMO_DATA: 'on' };
  const panel = await startPanel(env);
  onTestFinished(() => panel.stop());
  await sqlOn(
    dataDir,
    `insert into color (color_name, color_code, color_status)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
     select '${'Colour '.repeat(20)}' || n, '#000000', 1 from numbers`,
    [],
  );
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  const body = new URLSearchParams({ format: 'xlsx', style: 'words' });
  const answer = await visitor.request('/export-as/colors', { method: 'POST', body });
  const path = answer.headers.get('location') ?? '';
  await visitor.open(path);
  expect(getText(visitor)).toMatch(/^.*[\d,]+ of 300,\d+ rows written/s);
  const countParts = async () => (await sqlOn(dataDir, 'select n from job_part', [])).length;
  return { env, panel, visitor, path, countParts };
}

const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

it('SIGKILL during an export: no half file is offered, and none is stored', async () => {
  const { env, panel, visitor, path, countParts } = await startExporting();
  await expect.poll(countParts).toBeGreaterThan(0);
  panel.signal('SIGKILL');
  await panel.ended;
  const restarted = await startPanel(env);
  onTestFinished(() => restarted.stop());
  const reader = new Visitor(restarted.url, visitor);
  await expect
    .poll(async () => getText(await reader.open(path)))
    .toContain('The panel was stopped before the file was complete.');
  expect(await countParts()).toBe(0);
  expect((await reader.request(`${path}/data`)).status).toBe(404);
});

it('a user who leaves a long export finds it again, and the panel stays quick meanwhile', async () => {
  const { visitor, path } = await startExporting();
  await visitor.open('/export-as/colors');
  expect(getText(visitor)).toContain('is being made');
  let slowest = 0;
  const isReady = async () => {
    const start = performance.now();
    await visitor.open(path);
    slowest = Math.max(slowest, performance.now() - start);
    return getText(visitor).includes('Your file is ready');
  };
  await expect.poll(isReady, { interval: 100 }).toBe(true);
  expect(slowest).toBeLessThan(3_000);
  const file = await visitor.request(`${path}/data`);
  const { length } = Buffer.from(await file.arrayBuffer());
  expect(file.headers.get('content-length')).toBe(String(length));
  expect(length).toBeGreaterThan(1_000_000);
});
