import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { dropDatabase } from '../support/database';
import { tempFolder } from '../support/folders';
import { startPanel } from '../support/panel';
import { envelope, startRecordingHost } from '../support/recording-host';
import { ann } from '../support/remote';
import { Visitor } from '../support/visitor';

const category = {
  sms_cat_id: 5,
  sms_cat_name: 'Reminders',
  sms_cat_description: 'Of visits',
  c_status: 'Active',
};
/** The time limit for saves that must not wait, far below the 240 seconds that a save may take. */
const AT_ONCE_MS = 60_000;

/** Starts a save, which the host receives but does not answer. `isThere` returns whether the host has received it. */
async function hangingSave(
  visitor: Visitor,
  path: string,
  body: URLSearchParams,
  isThere: () => boolean,
) {
  const answer = visitor.request(path, { method: 'POST', body }).catch(() => undefined);
  await expect.poll(isThere).toBe(true);
  return answer;
}

it('an edit that waits too long for other edits of the record keeps what was typed in the form', async () => {
  const host = await startRecordingHost();
  onTestFinished(() => void host.stop());
  host.on('login', () => envelope([ann]));
  host.on('sms-category/id/5', () => envelope([category]));
  host.on('sms-category/update', async () => {
    await wait(2_000);
    return envelope([category]);
  });
  // A form waits for four times the time limit of a call.
  const panel = await startPanel({ API_HOST_URL: host.url, API_TIMEOUT_MS: '3000' });
  onTestFinished(() => panel.stop());
  const visitor = await new Visitor(panel.url).signIn();
  const typists: Visitor[] = [];
  for (let n = 0; n < 9; n += 1)
    typists.push(await new Visitor(panel.url, visitor).open('/sms-category/edit/5'));
  const answers = await Promise.all(
    typists.map(async (typist, n) => {
      await typist.press('Save', { Description: `Typed ${n}` });
      const problem = typist.page.queryByRole('alert')?.textContent ?? '';
      return [
        typist.status,
        problem.includes('Your changes are not saved yet'),
        typist.shownValue('Description') === `Typed ${n}`,
      ];
    }),
  );
  const late = answers.filter(([status]) => status === 503);
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(9);
  expect(late).toEqual(late.map(() => [503, true, true]));
});

it('after SIGKILL during saves and a restart, an addition and an edit that are sent again are answered at once', async () => {
  const host = await startRecordingHost();
  onTestFinished(() => void host.stop());
  host.on('login', () => envelope([ann]));
  host.on('sms-category/id/5', () => envelope([category]));
  const dataDir = tempFolder();
  onTestFinished(() => dropDatabase(dataDir));
  const env = { DATA_DIR: dataDir, API_HOST_URL: host.url, API_TIMEOUT_MS: '60000' };
  const first = await startPanel(env);
  const visitor = await new Visitor(first.url).signIn();
  await visitor.open('/sms-category/add');
  const add = visitor.getBody('Save', { Name: 'New', Description: 'Of visits', Status: 'Active' });
  await visitor.open('/sms-category/edit/5');
  const edit = visitor.getBody('Save', { Description: 'Changed' });
  host.on('sms-category/update', () => undefined);
  const saves = () => host.to('sms-category/update').length;
  const hanging = [
    hangingSave(new Visitor(first.url, visitor), '/sms-category/add', add, () => saves() >= 1),
    hangingSave(new Visitor(first.url, visitor), '/sms-category/edit/5', edit, () => saves() >= 2),
  ];
  await expect.poll(saves).toBe(2);
  first.signal('SIGKILL');
  await first.ended;
  await Promise.all(hanging);

  host.on('sms-category/update', ({ fields }) =>
    envelope([{ ...category, sms_cat_id: fields.uid === '0' ? 6 : 5 }]),
  );
  const second = await startPanel(env);
  onTestFinished(() => second.stop());
  const again = new Visitor(second.url, visitor);
  for (const [path, body, location] of [
    ['/sms-category/add', add, '/sms-category/edit/6'],
    ['/sms-category/edit/5', edit, '/sms-category/edit/5'],
  ] as const) {
    const start = performance.now();
    const response = await again.request(path, { method: 'POST', body });
    await response.body?.cancel();
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    expect(performance.now() - start).toBeLessThan(AT_ONCE_MS);
  }
});
