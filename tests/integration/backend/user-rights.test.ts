import { describe, expect, it } from 'vitest';
import { onlyAdministrators, ownRole } from '../../../backend/endpoints/user-rights';
import type { OpenHostOptions } from '../../../backend/start';
import { defined } from '../../../shared/defined';
import { addUser, ann, startHost, type TestHost } from '../../support/start-host';

const restricted = { researchersManageUsers: false, inProcess: true } as const;

/** Creates a host with the administrator `root`, who is added before the restriction applies. */
async function hostWith(options: Partial<OpenHostOptions>) {
  const open = await startHost();
  const root = await addUser(open, {
    uname: 'root',
    uemail: 'root@research.example',
    urole: '1',
  });
  const id = await addUser(open);
  await open.close();
  const host = await startHost({ ...options, dataDir: open.dataDir });
  return { host, root, ann: id };
}

const getUsers = ({ db }: TestHost) =>
  db.selectFrom('user_account').select(['user_username', 'user_role', 'user_status']).execute();

function importUsers(host: TestHost, user: string, csv: string, dryrun = '0') {
  const body = new FormData();
  body.set('user', user);
  body.set('dryrun', dryrun);
  body.set('file', new File([csv], 'users.csv'));
  return host.send('import/user', { method: 'POST', body }).then((answer) => answer.json());
}

describe('ASVS 15.3.3, 8.2.1: where only administrators manage users', () => {
  it.each([
    'ann',
    'nobody',
    '',
    'ROOT',
    'root@research.example',
    undefined,
    'root\0',
    "' or 1=1 --",
  ])('nothing is changed in the name of %j', async (user) => {
    const { host, ann: id } = await hostWith(restricted);
    const before = await getUsers(host);
    const by: Record<string, string> = user === undefined ? {} : { user };
    const { user: _, ...fields } = ann;
    const refusal = { succeeded: false, message: onlyAdministrators };
    for (const [path, form] of [
      ['user/update', { ...fields, uname: 'eve', uemail: 'eve@research.example' }],
      ['user/update', { ...fields, uid: String(id), urole: '1' }],
      ['user/delete', { uid: String(id) }],
    ] as const)
      expect(await host.post(path, { ...form, ...by })).toMatchObject(refusal);
    const csv = 'Username,First name,Last name,Email,Role,Status\na,A,B,a@b.example,1,1\n';
    expect((await importUsers(host, user ?? '', csv)).succeeded).toBe(false);
    expect(await getUsers(host)).toEqual(before);
  });

  it('a disabled administrator changes nothing', async () => {
    const { host, root, ann: id } = await hostWith(restricted);
    const off = { user_status: 2 };
    await host.db.updateTable('user_account').set(off).where('user_id', '=', root).execute();
    const answer = await host.post('user/update', { ...ann, uid: String(id), user: 'root' });
    expect(answer.message).toBe(onlyAdministrators);
  });

  it('administrators may change others, and everything of their own account but role and status', async () => {
    const { host, root, ann: id } = await hostWith(restricted);
    const own = { ...ann, uid: String(root), uemail: 'root@research.example', user: 'root' };
    for (const uid of [String(root), `0${root}`, ` ${root} `])
      for (const change of [{ urole: '2' }, { urole: '1', ustatus: '2' }])
        expect(await host.post('user/update', { ...own, uid, ...change })).toMatchObject({
          succeeded: false,
          message: ownRole,
        });
    const renamed = await host.post('user/update', { ...own, urole: '1', ufname: 'Ruth' });
    expect(renamed.items[0]).toMatchObject({ user_fname: 'Ruth', user_role: 1 });
    const changed = await host.post('user/update', {
      ...ann,
      uid: String(id),
      urole: '1',
      user: 'root',
    });
    expect(changed.items[0]).toMatchObject({ user_role: 1 });
    expect((await host.post('user/delete', { uid: String(id), user: 'root' })).succeeded).toBe(
      true,
    );
  });

  it('an import refuses a row that changes the role of the administrator who imports', async () => {
    const { host, root, ann: id } = await hostWith(restricted);
    const csv = `user_id,user_role\n${id},1\n${root},2\n`;
    const answer = await importUsers(host, 'root', csv);
    expect(answer.items[0].refusals).toEqual([
      expect.objectContaining({ line: 3, reason: ownRole }),
    ]);
    expect(
      (await importUsers(host, 'root', `user_id,user_role\n${id},1\n`)).items[0],
    ).toMatchObject({ changed: 1, refused: 0 });
    expect((await getUsers(host)).every(({ user_role }) => user_role === 1)).toBe(true);
  });

  it('a host that anybody could call without a token does not start', async () => {
    await expect(startHost({ researchersManageUsers: false })).rejects.toThrow('by a token');
  });
});

it('everybody manages users where nothing is restricted', async () => {
  const { host, ann: id } = await hostWith({});
  const answer = await host.post('user/update', {
    ...ann,
    uid: String(id),
    urole: '1',
    user: 'ann',
  });
  expect(answer.items[0]).toMatchObject({ user_role: 1 });
});

describe('a changed email address', () => {
  const reset = async (host: TestHost, uemail: string) => {
    await host.post('account/reset', { uemail });
    return /change-password\/(\S+)/.exec(host.mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  const use = (host: TestHost, ucode: string) =>
    host.post('account/change-password', { ucode, upassword: 'a brand new password' });
  const moved = { ...ann, uemail: 'ann@elsewhere.example' };

  it('is announced to the previous address, and the links that were mailed there become invalid', async () => {
    const host = await startHost();
    const uid = String(await addUser(host));
    const code = await reset(host, ann.uemail);
    const same = { ...ann, uid, uemail: 'Ann@Research.example', ufname: 'Anne' };
    expect((await host.post('user/update', same)).succeeded).toBe(true);
    expect(host.mails).toHaveLength(1);
    await host.post('user/update', { ...moved, uid });
    expect(host.mails).toHaveLength(2);
    expect(defined(host.mails[1]).to).toBe('Ann@Research.example');
    expect(defined(host.mails[1]).subject).toBe('Your email address was changed');
    expect(defined(host.mails[1]).text).not.toContain('elsewhere');
    expect((await use(host, code)).message).toMatch(/expired or has been used/);
    expect((await use(host, await reset(host, moved.uemail))).succeeded).toBe(true);
  });

  it('in an import has the same effects, but not before the import is committed', async () => {
    const host = await startHost();
    const id = await addUser(host);
    const code = await reset(host, ann.uemail);
    const row = `${id},ann@elsewhere.example\n`;
    await importUsers(host, 'admin', `user_id,user_email\n${row}`, '1');
    const refused = await importUsers(host, 'admin', `user_id,user_email\n${row}1,x\n`);
    expect(refused.items[0].refused).toBe(1);
    expect(host.mails).toHaveLength(1);
    await importUsers(host, 'admin', `user_id,user_email\n${row}`);
    await expect.poll(() => host.mails.map(({ to }) => to)).toEqual([ann.uemail, ann.uemail]);
    expect((await use(host, code)).succeeded).toBe(false);
  });

  it('that is refused causes no mail', async () => {
    const host = await startHost();
    const uid = String(await addUser(host));
    await addUser(host, { uname: 'eve', uemail: 'eve@research.example' });
    const taken = await host.post('user/update', { ...ann, uid, uemail: 'eve@research.example' });
    expect(taken.succeeded).toBe(false);
    expect(host.mails).toEqual([]);
  });
});
