import { isDeepStrictEqual } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase, onDatabase } from '../support/database';
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

it('a panel keeps its locks as long as it lives, and loses them when it ends', async () => {
  const host = await startRecordingHost();
  onTestFinished(() => void host.stop());
  host.on('login', () => envelope([ann]));
  host.on('sms-category/id/5', () => envelope([category]));
  const url = await createDatabase();
  onTestFinished(async () => {
    const server = String(process.env.TEST_DATABASE_URL);
    await onDatabase(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
  });
  const start = () =>
    startPanel({
      DATABASE_URL: url,
      DATA_DIR: tempFolder(),
      API_HOST_URL: host.url,
      // The lock lasts as long as its owner. By time alone it would last two minutes.
      API_TIMEOUT_MS: '30000',
    });
  const [one, other] = await Promise.all([start(), start()]);
  onTestFinished(() => other.stop());
  onTestFinished(() => one.stop());
  const visitor = await new Visitor(one.url).signIn();
  await visitor.open('/sms-category/edit/5');
  const body = visitor.getBody('Save', { Description: 'Changed' });
  host.on('sms-category/update', () => undefined);
  const saves = () => host.to('sms-category/update').length;
  const post = (panel: { url: string }) =>
    new Visitor(panel.url, visitor)
      .request('/sms-category/edit/5', { method: 'POST', body })
      .then(async (response) => {
        await response.body?.cancel();
        return response.status;
      })
      .catch(() => 'cut');
  const hanging = post(one);
  await expect.poll(saves).toBe(1);

  // The lock of a process has a class, and the locks of the form and of the record have none. Only the session that
  // saves has all of them: the other panel may have its own lock already.
  const saving = `select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    group by pid having count(*) filter (where objsubid = 1) = 2 and count(*) = 3`;
  const [session] = await onDatabase(url, saving);
  expect(session).toBeDefined();
  // The owner's session is lost and restored: the owner is running, and its locks hold.
  await onDatabase(url, `select pg_terminate_backend(pid) from (${saving}) as session`);
  await expect
    .poll(async () =>
      (await onDatabase(url, saving)).filter((one) => !isDeepStrictEqual(one, session)),
    )
    .toHaveLength(1);
  let answered = false;
  const waiting = post(other).then((status) => {
    answered = true;
    return status;
  });
  for (const until = performance.now() + 3_000; performance.now() < until; ) {
    expect([saves(), answered]).toEqual([1, false]);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  host.on('sms-category/update', () => envelope([category]));
  const killed = performance.now();
  one.signal('SIGKILL');
  expect(await waiting).toBe(302);
  // By time alone, the lock would last two minutes.
  expect(performance.now() - killed).toBeLessThan(60_000);
  expect(await hanging).toBe('cut');
  expect(saves()).toBe(2);
});
