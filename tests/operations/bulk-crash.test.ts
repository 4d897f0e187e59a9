import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { dropDatabase, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { everyCase } from '../support/full';
import { startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const COLORS = 300;
/** On PostgreSQL, a change of a process that is gone counts as abandoned after a minute. */
const SETTLED_MS = 180_000;

/** Starts a panel with many colors, and a bulk action that deletes them. Returns it while the action is running. */
async function startDeleting() {
  const dataDir = tempFolder();
  onTestFinished(() => dropDatabase(dataDir));
  const env = { DATA_DIR: dataDir, DEMO_DATA: 'on' };
  const panel = await startPanel(env);
  onTestFinished(() => panel.stop());
  const names = Array.from({ length: COLORS }, (_, n) => `('Many ${n}', '#111111', 1)`);
  const columns = 'color_name, color_code, color_status';
  await sqlOn(dataDir, `insert into color (${columns}) values ${names.join(', ')}`);
  const { username, password } = demoSignIns.administrator;
  const visitor = await new Visitor(panel.url).signIn(username, password);
  await visitor.open('/colors?color_name=many');
  await visitor.press('Delete selected', { [`Select all ${COLORS} that match`]: 'yes' });
  const path = new URL(visitor.url).pathname;
  const body = new URLSearchParams({ intent: 'start' });
  const started = visitor.request(path, { method: 'POST', body }).catch(() => undefined);
  const countLeft = async () =>
    (await sqlOn(dataDir, "select 1 from color where color_name like 'Many%'")).length;
  await expect.poll(countLeft).toBeLessThan(COLORS - 5);
  return { dataDir, env, panel, visitor, path, started, countLeft };
}

const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

it('SIGKILL during a bulk action: its page says of each record whether it was deleted', async () => {
  const { dataDir, env, panel, visitor, path, started, countLeft } = await startDeleting();
  panel.signal('SIGKILL');
  await Promise.all([panel.ended, started]);
  const left = await countLeft();
  expect(left).toBeGreaterThan(0);
  const restarted = await startPanel(env);
  onTestFinished(() => restarted.stop());
  const reader = new Visitor(restarted.url, visitor);
  const read = async () => getText(await reader.open(path));
  await expect
    .poll(read, { timeout: SETTLED_MS })
    .toContain(`Deleted ${COLORS - left} of ${COLORS} colors`);
  expect(getText(reader)).toContain('The panel was stopped before all records were processed.');
  const listed: string[] = [];
  for (let from = 1; from <= left; from += 100) {
    await reader.open(`${path}?from=${from}`);
    expect(getText(reader)).not.toContain('not known');
    listed.push(...[...getText(reader).matchAll(/ID (\d+)/g)].map(([, id = '']) => id));
  }
  const rows = await sqlOn(
    dataDir,
    "select color_id from color where color_name like 'Many%' order by color_id",
  );
  expect(listed).toEqual(rows.map((row) => String((row as { color_id: number }).color_id)));
  // What was deleted can be restored, also by the panel that was started later.
  await reader.press('Undo');
  await expect.poll(countLeft, { timeout: SETTLED_MS }).toBe(COLORS);
});

if (everyCase)
  it('a panel that is stopped ends a bulk action after the record that it is changing', async () => {
    const { env, panel, visitor, path, started, countLeft } = await startDeleting();
    await Promise.all([panel.stop(), started]);
    const left = await countLeft();
    expect(left).toBeGreaterThan(0);
    const restarted = await startPanel(env);
    onTestFinished(() => restarted.stop());
    const reader = await new Visitor(restarted.url, visitor).open(path);
    expect(getText(reader)).toContain(`Deleted ${COLORS - left} of ${COLORS} colors`);
    expect(getText(reader)).toContain('The panel was stopped before all records were processed.');
  });

if (everyCase)
  it('a bulk action does not delay other requests, and its page shows the progress', async () => {
    const { panel, visitor, path, started, countLeft } = await startDeleting();
    let longest = 0;
    let isShown = false;
    while ((await countLeft()) > 0) {
      const began = performance.now();
      const answer = await fetch(`${panel.url}/login`);
      await answer.text();
      longest = Math.max(longest, performance.now() - began);
      await visitor.open(path);
      if (/\d+ of 300 processed/.test(getText(visitor))) {
        isShown = true;
        expect(visitor.html).toContain('http-equiv="refresh"');
      }
    }
    expect(isShown).toBe(true);
    expect(longest).toBeLessThan(2_000);
    await started;
    await expect
      .poll(async () => getText(await visitor.open(path)))
      .toContain(`Deleted ${COLORS} colors`);
  });
