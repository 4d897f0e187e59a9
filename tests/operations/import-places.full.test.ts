import { expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { tempFolder } from '../support/folders';
import { checkFile } from '../support/import-steps';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const long = `Name,Description,Status\n${Array.from({ length: 200_000 }, (_, n) => `Long ${n},xxxxxxxxxx,Active\n`).join('')}`;

it('files of a panel that was killed hold no place after its restart, and can be removed', async () => {
  const dataDir = tempFolder();
  const env = { DATA_DIR: dataDir, DEMO_DATA: 'on', SIGN_IN_ATTEMPTS: '1000000' };
  const { username, password } = demoSignIns.administrator;
  let panel: RunningPanel = await startPanel(env);
  onTestFinished(() => panel.stop());
  let visitor = await new Visitor(panel.url).signIn(username, password);
  for (let files = 1; files <= 4; files += 1) {
    await visitor.open('/import');
    const file = new File([long], `long-${files}.csv`);
    void visitor.press('Check file', { List: 'SMS Categories' }, { File: file }).catch(() => {});
    // The odd ones are killed before the host knows of the file, and the others while it is checked.
    const table = files % 2 === 1 ? 'job' : 'import_job';
    const wanted = files % 2 === 1 ? files : files / 2;
    await expect
      .poll(() => sqlOn(dataDir, `select count(*) as n from ${table}`), {
        timeout: 60_000,
        interval: 5,
      })
      .toEqual([{ n: wanted }]);
    panel.signal('SIGKILL');
    await panel.ended;
    panel = await startPanel(env);
    visitor = await new Visitor(panel.url).signIn(username, password);
  }
  await visitor.open('/import');
  const { page } = visitor;
  expect(page.getAllByRole('button', { name: /^Remove long-\d\.csv$/ })).toHaveLength(4);

  await checkFile(visitor, 'Colors', 'Name,Code,Status\nFifth,#111111,Active\n');
  expect(visitor.title).toBe('Check the import');
  await visitor.open('/import');
  await visitor.press('Remove long-2.csv');
  expect(visitor.page.queryByRole('link', { name: 'long-2.csv' })).toBeNull();
  expect(visitor.page.getByRole('link', { name: 'long-4.csv' })).toBeTruthy();
});
