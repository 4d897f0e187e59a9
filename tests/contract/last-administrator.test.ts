import { beforeEach, describe, expect, it } from 'vitest';
import { type Call, envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';

const remote = remotePanel();

const LAST = "The user 'eve' is the last active Administrator and must stay one";
/** Two administrators, as hosts send them: with a word for the status, and with numbers or texts for the role. */
const eve = { ...ann, user_id: '8', user_username: 'eve', user_email: 'eve@study.example' };
const fay = {
  ...eve,
  user_id: '9',
  user_username: 'fay',
  user_email: 'fay@study.example',
  user_role: '1',
};
const researcher = { ...eve, user_id: '10', user_username: 'lungile', user_role: 2 };

let users: Record<string, unknown>[];
const uids = (path: string) => remote.host.to(path).map(({ fields }) => fields.uid);
const getText = () => remote.visitor.document.body.textContent ?? '';

beforeEach(async () => {
  const { host } = remote;
  users = [eve, fay, researcher];
  host.on('user/list', () => envelope(users));
  for (const { user_id } of users)
    host.on(`user/id/${user_id}`, () => {
      const found = users.find((user) => user.user_id === user_id);
      return found ? envelope([found]) : refusal('User not found');
    });
  host.on('user/update', ({ fields: { uid, urole, ustatus } }: Call) => {
    users = users.map((user) =>
      user.user_id === uid ? { ...user, user_role: urole, u_status: ustatus } : user,
    );
    return envelope(users.filter((user) => user.user_id === uid));
  });
  host.on('user/delete', ({ fields: { uid } }: Call) => {
    users = users.filter((user) => user.user_id !== uid);
    return envelope([]);
  });
});

/** Confirms the bulk action whose page is open. */
async function start() {
  const button =
    remote.visitor.document.querySelector('main button[type=submit]')?.textContent ?? '';
  await remote.visitor.press(button);
}

const selectAdministrators = { 'Select eve': 'yes', 'Select fay': 'yes' };

describe('the last active administrator of a remote host', () => {
  it('is not disabled together with the others', async () => {
    await remote.visitor.open('/users');
    await remote.visitor.press('Change status to Disabled', selectAdministrators);
    await start();
    expect(uids('user/update')).toHaveLength(1);
    expect(getText()).toMatch(
      /The user '(eve|fay)' is the last active Administrator and must stay one/,
    );
    expect(getText()).toContain('1 done, 1 failed');
  });

  it('is not deleted together with the others', async () => {
    await remote.visitor.open('/users');
    await remote.visitor.press('Delete selected', selectAdministrators);
    await start();
    expect(uids('user/delete')).toHaveLength(1);
    expect(getText()).toContain('1 done, 1 failed');
  });

  it.each([
    ['disabled', { Status: 'Disabled' }],
    ['demoted', { Role: 'Researcher' }],
  ])('is not %s by the form', async (_what, change) => {
    users = [eve, researcher];
    await remote.visitor.open('/user/edit/8');
    await remote.visitor.press('Save', change);
    expect(getText()).toContain(LAST);
    expect(uids('user/update')).toEqual([]);
  });

  it('is not deleted, also if the record cannot be read', async () => {
    users = [eve, researcher];
    await remote.visitor.open('/delete/user/8');
    await remote.visitor.press('Delete');
    expect(getText()).toContain(LAST);
    remote.host.on('user/id/8', (_call, response) => void response.writeHead(500).end());
    await remote.visitor.open('/delete/user/8');
    await remote.visitor.press('Delete');
    expect(uids('user/delete')).toEqual([]);
  });

  it('stays when the change that promoted them is taken back', async () => {
    users = [fay, { ...eve, user_role: 2 }];
    await remote.visitor.open('/user/edit/8');
    await remote.visitor.press('Save', { Role: 'Administrator' });
    users = users.filter(({ user_id }) => user_id !== '9');
    const [change] = await remote.sql(
      "select id from record_change where entity = 'user' order by at desc limit 1",
    );
    await remote.visitor.open(`/undo/${Object(change).id}`);
    await remote.visitor.press('Take back this change');
    expect(getText()).toContain(LAST);
    expect(uids('user/update')).toEqual(['8']);
  });
});

describe('an administrator of a remote host', () => {
  it('is disabled and deleted while there is another one', async () => {
    await remote.visitor.open('/user/edit/8');
    await remote.visitor.press('Save', { Status: 'Disabled' });
    await remote.visitor.open('/delete/user/8');
    await remote.visitor.press('Delete');
    expect([uids('user/update'), uids('user/delete')]).toEqual([['8'], ['8']]);
  });

  it('is changed in other fields although there is no other one', async () => {
    users = [eve];
    await remote.visitor.open('/user/edit/8');
    await remote.visitor.press('Save', { 'First name': 'Eva' });
    expect(uids('user/update')).toEqual(['8']);
  });

  it.each([
    [
      'does not contain the roles',
      () => envelope(users.map(({ user_role: _role, ...user }) => user)),
    ],
    ['is empty', () => envelope([])],
    [
      'does not exist',
      (_call: Call, response: { writeHead(code: number): { end(): void } }) =>
        void response.writeHead(404).end(),
    ],
  ])(
    'is disabled if the host’s list of users %s, because only the host can decide',
    async (_what, answer) => {
      remote.host.on('user/list', answer);
      users = [eve];
      await remote.visitor.open('/user/edit/8');
      await remote.visitor.press('Save', { Status: 'Disabled' });
      expect(uids('user/update')).toEqual(['8']);
    },
  );
});

describe('an import of users into a remote host', () => {
  const report = { rows: 1, added: 0, changed: 1, unchanged: 0, refused: 0 };
  const sent = () =>
    remote.host.to('import/user').map(({ body }) => /name="dryrun"\r\n\r\n(\d)/.exec(body)?.[1]);

  async function importFile(rows: string) {
    remote.host.on('import/user', () =>
      envelope([{ ...report, refusals: [], changes: [], leftAside: [] }]),
    );
    await remote.visitor.open('/import');
    const file = new File([rows], 'users.csv');
    await remote.visitor.press('Check file', { List: 'Users' }, { File: file });
    await remote.visitor.press('Import 1 row');
  }

  it.each([
    ['disables the last active administrator', 'Username,Status\nEVE,Disabled\n'],
    ['demotes both in two rows', 'Username,Role\nfay,Researcher\neve,2\n'],
    ['finds a user by the id', 'user_id,u_status\n9,2\n8,2\n'],
  ])('is not sent if it %s', async (what, rows) => {
    if (!what.includes('both') && !what.includes('id')) users = [eve, researcher];
    await importFile(rows);
    expect(getText()).toContain(LAST);
    expect(sent()).toEqual(['1']);
  });

  it('is sent if another administrator stays or is added first', async () => {
    users = [eve, researcher];
    await importFile('Username,Role,Status\nlungile,Administrator,Active\neve,2,1\n');
    expect(getText()).not.toContain(LAST);
    expect(sent()).toEqual(['1', '0']);
  });
});
