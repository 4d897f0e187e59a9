import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { getDatabaseUrl, sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { runs } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';
import { builtCli, run } from '../support/run';
import { Visitor } from '../support/visitor';

const ROWS = runs(2_000, 8_000);
const SHOWN_ROWS = ROWS.toLocaleString('en');

const file = (kill: number) =>
  `Name,Description,Status\n${Array.from({ length: ROWS }, (_, n) => `Kill ${kill} ${n},x,Active\n`).join('')}`;

async function countRows(dataDir: string, kill: number): Promise<number> {
  const statement = 'select count(*) as n from sms_category where sms_cat_name like ?';
  const [row] = await sqlOn(dataDir, statement, [`Kill ${kill} %`]);
  return Number((row as { n: number }).n);
}

/** Expects one change of each record in the history, and no others. */
async function compareHistory(dataDir: string): Promise<void> {
  const records = await sqlOn(
    dataDir,
    "select count(*) as n from sms_category where sms_cat_name like 'Kill %'",
  );
  const count = (expression: string) =>
    sqlOn(
      dataDir,
      `select count(${expression}) as n from record_change
        where entity = 'sms-category' and action = 'Add' and outcome = 'made'`,
    );
  expect(await count('*')).toEqual(records);
  expect(await count('distinct record')).toEqual(records);
}

/** Checks a file and presses the button that imports it. Does not wait for the response. */
async function startImport(visitor: Visitor, kill: number): Promise<void> {
  await visitor.open('/import');
  await visitor.press(
    'Check file',
    { List: 'SMS Categories' },
    { File: new File([file(kill)], 'data.csv') },
  );
  await expect
    .poll(
      async () => {
        await visitor.open(visitor.url);
        return visitor.page.queryByRole('button', { name: `Import ${SHOWN_ROWS} rows` }) !== null;
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true);
  void visitor.press(`Import ${SHOWN_ROWS} rows`).catch(() => undefined);
}

it('an import that SIGKILL or SIGTERM interrupts has stored all of its rows or none', async () => {
  const dataDir = tempFolder();
  const env = { DATA_DIR: dataDir, DEMO_DATA: 'on', SIGN_IN_ATTEMPTS: '1000000' };
  const { username, password } = demoSignIns.administrator;
  let panel: RunningPanel = await startPanel(env);
  onTestFinished(() => panel.stop());
  for (let kill = 1; kill <= runs(1, 25); kill += 1) {
    const visitor = await new Visitor(panel.url).signIn(username, password);
    await startImport(visitor, kill);
    // Each run waits for the next of these states, or until rows are stored if it misses that state.
    const states = ['staging', 'applying', 'done'] as const;
    const wanted = states[kill % states.length];
    await expect
      .poll(
        async () => {
          const statement = 'select state from import_job order by started_at desc limit 1';
          const [row] = await sqlOn(dataDir, statement);
          return (
            (row as { state: string }).state === wanted || (await countRows(dataDir, kill)) > 0
          );
        },
        { timeout: 120_000, interval: 5 },
      )
      .toBe(true);
    panel.signal(kill % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
    await panel.ended;
    panel = await startPanel(env);
    expect([0, ROWS]).toContain(await countRows(dataDir, kill));
    const left = await sqlOn(dataDir, 'select count(*) as n from import_row');
    expect(left).toEqual([{ n: 0 }]);
    await compareHistory(dataDir);
  }
  const verified = await run('node', [...builtCli, 'history:verify', '--without-checkpoints'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: (await getDatabaseUrl(dataDir)) ?? '' },
  });
  expect(verified.stdout).toMatch(/^History: \d+ changes, verified\./);
  expect(verified.status).toBe(0);
});
