import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { dropDatabase, getDatabaseUrl, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { runs } from '../support/full';
import { startPanel } from '../support/panel';
import { builtCli, run } from '../support/run';
import { Visitor } from '../support/visitor';

const KILLS = runs(1, 10);
const ENOUGH = 10;
/**
 * The time within which abandoned changes are resolved: on PostgreSQL, a minute must have passed since the change, and
 * the panel looks for such changes every minute.
 */
const SETTLED_MS = 180_000;

it('SIGKILL during saves: the history has every change that was made, once, and no other', async () => {
  const dataDir = tempFolder();
  const env = { DATA_DIR: dataDir, DEMO_DATA: 'on' };
  onTestFinished(() => dropDatabase(dataDir));
  let panel = await startPanel(env);
  onTestFinished(() => panel.stop());
  const { username, password } = demoSignIns.administrator;
  let visitor = await new Visitor(panel.url).signIn(username, password);
  for (let kill = 0; kill < KILLS; kill += 1) {
    let saved = 0;
    const saveOn = async (stream: number) => {
      for (let n = 0; ; n += 1) {
        const body = new URLSearchParams({
          color_name: `Crash ${kill} ${stream} ${n}`,
          color_code: '#111111',
          c_status: '1',
        });
        try {
          const answer = await visitor.request('/color/add', { method: 'POST', body });
          await answer.body?.cancel();
          if (answer.status === 302) saved += 1;
        } catch {
          return;
        }
      }
    };
    const streams = Promise.all([saveOn(1), saveOn(2), saveOn(3)]);
    await expect.poll(() => saved).toBeGreaterThan(ENOUGH);
    panel.signal('SIGKILL');
    await Promise.all([panel.ended, streams]);
    panel = await startPanel(env);
    visitor = new Visitor(panel.url, visitor);
  }
  await expect
    .poll(() => sqlOn(dataDir, 'select id from pending_change'), { timeout: SETTLED_MS })
    .toEqual([]);
  const made = await sqlOn(dataDir, "select color_name from color where color_name like 'Crash%'");
  const names = made.map((row) => (row as { color_name: string }).color_name).sort();
  const changes = (await sqlOn(
    dataDir,
    "select fields, outcome from record_change where entity = 'color' and action = 'Add'",
  )) as { fields: string; outcome: string }[];
  expect(changes.filter(({ outcome }) => outcome !== 'made')).toEqual([]);
  const stored = changes.map(({ fields }) => {
    const [name] = JSON.parse(fields) as { field: string; after: string }[];
    return name?.after;
  });
  expect(stored.sort()).toEqual(names);
  const verified = await run('node', [...builtCli, 'history:verify', '--without-checkpoints'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: (await getDatabaseUrl(dataDir)) ?? '' },
  });
  expect(verified.stdout).toMatch(/^History: \d+ changes, verified\./);
  expect(verified.status).toBe(0);
});
