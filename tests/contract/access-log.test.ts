import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { hostFile } from '../support/csv-file';
import { exportFull } from '../support/full-export';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';

const remote = remotePanel({}, { oneSession: true });

const people = [3, 4, 9].map((id) => ({
  ...ann,
  user_id: String(id),
  user_username: `user${id}`,
  user_email: id === 4 ? '' : `user${id}@example.org`,
}));

beforeEach(async () => {
  await readLog();
  await remote.sql('delete from access_log');
  await remote.sql('delete from access_part');
});

/** Returns the accesses to users that the panel has stored. */
async function readLog(): Promise<unknown[]> {
  // The panel stores the accesses that it has collected before it shows the log.
  await remote.visitor.request('/profile/accesses');
  return remote.sql(
    `select access_kind, access_count, access_records from access_log where access_list = 'user'`,
  );
}

it('the access log stays empty when the host refuses a list', async () => {
  remote.host.on('user/list', () => refusal('Closed'));
  await remote.visitor.open('/users');
  expect(await readLog()).toEqual([]);
});

it('the access log names the records whose shown columns identify somebody, when the host sends the whole list', async () => {
  remote.host.on('user/list', () => envelope(people));
  await remote.visitor.open('/users?cols=user_id,user_email');
  expect(await readLog()).toEqual([
    { access_kind: 'List', access_count: 2, access_records: 'user 3 9' },
  ]);
});

it('the access log has the accounts that a heading, a page of filters and a summary name, when the host sends the whole list', async () => {
  const rows = [1, 2, 3, 4].map((id) => ({
    id: String(id),
    username: id > 2 ? 'Pn@Study.example' : 'pn1',
    own_phone: '1',
  }));
  remote.host.on('participant/list/1/0/na', () => envelope(rows));
  const open = async (path: string) => {
    await remote.visitor.open(path);
    await remote.visitor.request('/profile/accesses');
    const logged = await remote.sql(
      'select access_kind, access_records from access_log order by access_id desc limit 1',
    );
    await remote.sql('delete from access_log');
    return logged;
  };
  const [heading] = await open('/participants?cols=id,peer_navigator');
  expect(heading).toEqual({
    access_kind: 'List',
    access_records: expect.stringMatching(/^participant 3-4; account #\d+$/),
  });
  const access_records = expect.stringMatching(/^account #\d+$/);
  for (const path of ['/filters/participants', '/participants?by=peer_navigator'])
    expect(await open(path), path).toEqual([{ access_kind: 'List', access_records }]);
  expect(await open('/participants?by=own_phone')).toEqual([]);
});

it('the access log counts and names the records of a file that the host makes', async () => {
  remote.host.on('user/list', () => envelope(people));
  remote.host.on('downloadJson', (call, response) => void response.end(hostFile(call)));
  const search = 'cols=user_id,user_email';
  const file = await exportFull(remote.visitor, `/users?${search}`);
  expect(await file.text()).toContain('user9@example.org');
  expect(await readLog()).toEqual([{ access_kind: 'Export', access_count: 2, access_records: '' }]);
  expect(await remote.sql('select refs from access_part')).toEqual([{ refs: '3 9' }]);
});

it('the page of an access requests at most ten names from the host at the same time', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    ...ann,
    user_id: String(100 + at),
    user_fname: `Name${at}`,
  }));
  remote.host.on('user/list', () => envelope(many));
  await remote.visitor.open('/users?cols=user_id,user_email&size=50');
  await readLog();
  const [access] = (await remote.sql(
    `select access_id from access_log where access_list = 'user'`,
  )) as { access_id: number }[];
  let running = 0;
  let most = 0;
  for (const user of many)
    remote.host.on(`user/id/${user.user_id}`, async () => {
      running += 1;
      most = Math.max(most, running);
      await wait(50);
      running -= 1;
      return envelope([user]);
    });
  await remote.visitor.open(`/profile/access/${access?.access_id}?size=50`);
  expect(remote.visitor.document.querySelectorAll('tbody tr')).toHaveLength(40);
  expect(remote.host.calls.filter(({ path }) => path.startsWith('user/id/'))).toHaveLength(40);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(10);
});
