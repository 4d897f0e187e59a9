import { afterEach, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { demoPanel } from '../support/embedded';
import { tempFolder } from '../support/folders';
import { runs } from '../support/full';
import { exportFull } from '../support/full-export';
import { startPanel } from '../support/panel';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

const demo = demoPanel({ SIGN_IN_ATTEMPTS: '3', RESEARCHERS_READ_ONLY: 'on' });
const { username, password } = demoSignIns.researcher;
const TYPED = 'secret.passphrase';
/** Returns the header of a client address, as the proxy would set it. */
const from = (address: string) => ({ 'x-forwarded-for': address });

afterEach(async () => void (await demo.sql('delete from throttle')));

async function signIn(email: string, secret: string, address: string): Promise<number> {
  const response = await fetch(`${demo.panel.url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: secret }),
    headers: from(address),
    redirect: 'manual',
  });
  await response.body?.cancel();
  return response.status;
}

/** Returns the user and the description of each entry of an action, as one text, oldest first. */
async function readEntries(action: string): Promise<string[]> {
  const rows = (await demo.sql(
    'select audit_username, audit_description from audit_entry where audit_action = ? order by audit_id',
    action,
  )) as { audit_username: string; audit_description: string }[];
  return rows.map((row) => `${row.audit_username}: ${row.audit_description}`);
}

const readCounts = (action: string) =>
  demo.sql(
    'select username, address, count from security_count where action = ? order by address, username',
    action,
  );

/** Ends the current window of 15 minutes, and waits for its entries. */
async function endWindow(): Promise<void> {
  await demo.sql('update security_count set window_start = window_start - 3600000');
  await expect.poll(() => demo.sql('select 1 from security_count')).toEqual([]);
  await awaitEntries();
}

/** Waits until all stored entries have been sent. */
const awaitEntries = () =>
  expect.poll(() => demo.sql('select id from audit_intent'), { timeout: 120_000 }).toEqual([]);

/**
 * Runs `work` within one window of 15 minutes, and returns its result. Repeats `work` if a window has ended
 * meanwhile. `work` gets the number of entries that the action has before.
 */
async function runInOneWindow<T>(action: string, work: (before: number) => Promise<T>): Promise<T> {
  for (;;) {
    await endWindow();
    await demo.sql('delete from throttle');
    const before = (await readEntries(action)).length;
    const start = getWindow();
    const found = await work(before);
    if (getWindow() === start) return found;
  }
}

const getWindow = () => Math.floor(Date.now() / 900_000);

describe('ASVS 16.3.1: a failed sign-in', () => {
  it('is counted by account and address, without the typed name, and each count becomes one entry', async () => {
    const action = 'Failed sign-in';
    const { before, ...found } = await runInOneWindow(action, async (before) => {
      for (const typed of [TYPED, `another.${TYPED}`])
        await signIn(`${typed}@x.example`, 'wrong', '192.0.2.1');
      for (let n = 0; n < 2; n += 1) await signIn(username, 'wrong', '192.0.2.2');
      await signIn(username, 'wrong', '2001:db8:1:2:3:4:5:6');
      const counted = await readCounts(action);
      return { before, counted, entered: (await readEntries(action)).slice(before) };
    });
    expect(found).toEqual({
      counted: [
        { username: 'unknown account', address: '192.0.2.1', count: 2 },
        { username, address: '192.0.2.2', count: 2 },
        { username, address: '2001:db8:1:2::/64', count: 1 },
      ],
      entered: [],
    });
    await endWindow();
    expect((await readEntries(action)).slice(before).sort()).toEqual([
      expect.stringMatching(
        new RegExp(`^${username}: 1 failed sign-in from 2001:db8:1:2::/64 between .+ and .+$`),
      ),
      expect.stringMatching(
        new RegExp(`^${username}: 2 failed sign-ins from 192\\.0\\.2\\.2 between .+ and .+$`),
      ),
      expect.stringMatching(
        /^unknown account: 2 failed sign-ins from 192\.0\.2\.1 between .+ and .+$/,
      ),
    ]);
    const all = await demo.sql('select * from audit_entry');
    expect(JSON.stringify(all)).not.toContain('passphrase');
  });

  it('that causes a wait adds one entry, and attempts during the wait add none', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await signIn(username, 'no', `198.51.100.${n}`));
    expect(statuses).toEqual([400, 400, 400, 429, 429, 429]);
    const wait = `${username}: Sign-ins to the account wait for 1 minute after a failed attempt from 198.51.100.2`;
    const lockOuts = async () =>
      (await readEntries('Lock-out')).filter((entry) => entry.includes('from 198.51.100.'));
    // The entry is added before the window ends.
    await expect.poll(lockOuts).toEqual([wait]);
    expect(await signIn(username, 'no', '198.51.100.9')).toBe(429);
    // Further waits in the window would only be counted, and would add an entry with their number at its end.
    await endWindow();
    expect(await lockOuts()).toEqual([wait]);
  });

  it('in a flood from many addresses is counted in at most 200 rows and one row for all other addresses', async () => {
    // A daily run inserts most of the rows itself, because each sign-in costs a password hash.
    const flood = runs(8, 1_000);
    const rows = await runInOneWindow('Failed sign-in', async () => {
      const inserted = Array.from({ length: runs(196, 0) }, (_, n) => `192.0.2.${n}`);
      if (inserted.length > 0)
        await demo.sql(
          `insert into security_count (action, what, username, address, window_start, count) values ${inserted
            .map(() => "('Failed sign-in', 'failed sign-in', 'unknown account', ?, ?, 1)")
            .join(', ')}`,
          ...inserted.flatMap((address) => [address, getWindow() * 900_000]),
        );
      const work = Array.from({ length: flood }, (_, n) => n);
      const next = async () => {
        for (let n = work.pop(); n !== undefined; n = work.pop())
          await signIn(`n${n}@x.example`, 'wrong', `203.0.${Math.floor(n / 250)}.${n % 250}`);
      };
      await Promise.all(Array.from({ length: 8 }, next));
      return (await readCounts('Failed sign-in')) as {
        username: string;
        address: string;
        count: number;
      }[];
    });
    expect(rows.length).toBeLessThanOrEqual(201);
    const others = rows.find((row) => row.address === 'several addresses');
    expect(others?.username).toBe('several accounts');
    expect(rows.reduce((sum, row) => sum + Number(row.count), 0)).toBeGreaterThanOrEqual(
      flood + runs(196, 0),
    );
    expect(Number(others?.count)).toBeGreaterThanOrEqual(flood + runs(196, 0) - 200);
    await endWindow();
  }, 900_000);
});

describe('ASVS 16.3.2: a refused request', () => {
  it('adds an entry if the user’s role forbids it', async () => {
    const entered = await runInOneWindow('Refused', async (before) => {
      const visitor = await demo.signedIn('researcher');
      for (const path of ['/country/add', '/import']) {
        await visitor.open(path, { method: 'POST', body: new URLSearchParams() });
        expect([path, visitor.status]).toEqual([path, 403]);
      }
      await visitor.open('/import');
      expect(visitor.status).toBe(403);
      await awaitEntries();
      return (await readEntries('Refused')).slice(before);
    });
    expect(entered.sort()).toEqual([
      `${username}: A change was refused: the role is read-only`,
      `${username}: An import was refused: only administrators may import files`,
    ]);
  });

  it('adds an entry for a form of another site if somebody is signed in', async () => {
    const post = (visitor: Visitor) =>
      visitor.request('/country/add', {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { 'sec-fetch-site': 'cross-site' },
      });
    expect((await post(demo.stranger())).status).toBe(403);
    expect((await post(await demo.signedIn())).status).toBe(403);
    await expect
      .poll(async () => (await readEntries('Refused')).filter((entry) => entry.includes('site')))
      .toEqual([
        `${demoSignIns.administrator.username}: A form that another site sent was refused`,
      ]);
  });
});

it('a sign-in whose entry cannot be stored fails, and does not change the count of its address', async () => {
  const address = '192.0.2.77';
  const points = () => demo.sql(`select points from throttle where key like 'failed:address:%'`);
  expect(await signIn(username, 'wrong', address)).toBe(400);
  expect(await points()).toEqual([{ points: 1 }]);
  await demo.sql('alter table audit_intent rename to moved_away');
  const status = await signIn(username, password, address);
  await demo.sql('alter table moved_away rename to audit_intent');
  expect(status).toBe(503);
  expect(await points()).toEqual([{ points: 1 }]);
});

describe('the entry of an export', () => {
  it('is stored before the file is sent, or else no file is sent', async () => {
    const visitor = await demo.signedIn();
    await demo.sql('alter table audit_intent rename to moved_away');
    const refused = await visitor.request('/export/countries', { method: 'POST' });
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([503, null]);
    await refused.body?.cancel();
    await demo.sql('alter table moved_away rename to audit_intent');
  });

  it('names the columns and the filters, and no text that may identify a person', async () => {
    const visitor = await demo.signedIn();
    const search = new URLSearchParams({
      cols: 'user_id,user_username',
      q: 'mwansa',
      user_email: 'panel.example',
      u_status: 'Active',
      'user_id.min': '1',
      'user_createdate.to': '2030-01-31',
    });
    const file = await exportFull(visitor, `/users?${search}`);
    expect(await file.text()).toContain('mwansa');
    await exportFull(visitor, '/participants?u=1').then((all) => all.text());
    await expect
      .poll(async () => (await readEntries('Export')).filter((entry) => entry.includes('columns')))
      .toEqual([
        expect.stringMatching(
          /: Exported 1 rows of Users as list with words, full, for the reason “A test compares the values”: columns ID, Username; where Status is Active and ID is at least 1 and Date is on or before 31 January 2030 and the filters of view [\w-]+ apply; export [0-9a-f]{16}, SHA-256 [0-9a-f]{64}$/,
        ),
        expect.stringMatching(
          /Exported \d+ rows of Participants as list with words, full, .*: (columns ID, |\d+ of \d+ columns).*; all rows; export /,
        ),
      ]);
  });
});

describe('the entries of a user’s record', () => {
  it('give the old and new role and status, no email address, and the approved user', async () => {
    await demo.sql(
      `insert into user_account (user_username, user_fname, user_lname, user_email, user_role, user_status,
        user_createuser, user_createdate, user_lastupdateuser, user_lastupdatedate)
        values ('newcomer', 'Nia', 'New', 'nia@x.example', 2, 2, 'newcomer', '2026-01-01', 'newcomer', '2026-01-01')`,
    );
    const [{ id }] = take(
      (await demo.sql(
        `select user_id as id from user_account where user_username = 'newcomer'`,
      )) as { id: number }[],
      1,
    );
    const by = demoSignIns.administrator.username;
    const visitor = await demo.signedIn();
    await visitor.open(`/user/edit/${id}`);
    await visitor.press('Save', { Role: 'Administrator', Email: 'not an address' });
    expect(visitor.status).toBe(400);
    expect(await readEntries('Role change')).toEqual([]);
    await visitor.open(`/user/edit/${id}`);
    await visitor.press('Save', {
      Role: 'Administrator',
      Status: 'Active',
      Email: 'other@x.example',
    });
    expect(await readEntries('Role change')).toEqual([
      `${by}: Changed the role of user ${id} from Researcher to Administrator`,
    ]);
    expect(await readEntries('Approval')).toEqual([
      `${by}: Approved user ${id}, who had signed up: status from Disabled to Active`,
    ]);
    expect(await readEntries('Email change')).toEqual([
      `${by}: Changed the email address of user ${id}`,
    ]);
    await visitor.open(`/user/edit/${id}`);
    await visitor.press('Save', { Status: 'Disabled' });
    expect(await readEntries('Status change')).toEqual([
      `${by}: Changed the status of user ${id} from Active to Disabled`,
    ]);
  });

  it('give the role and the status of a new user', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/user/add');
    const names = { Username: 'fay', 'First name': 'Fay', 'Last name': 'Example' };
    const rest = { Email: 'fay@x.example', Role: 'Administrator', Status: 'Disabled' };
    await visitor.press('Save', { ...names, ...rest });
    const [{ id }] = take(
      (await demo.sql(`select user_id as id from user_account where user_username = 'fay'`)) as {
        id: number;
      }[],
      1,
    );
    expect((await readEntries('Add')).filter((entry) => entry.includes(': Added user'))).toEqual([
      `${demoSignIns.administrator.username}: Added user ${id}: role Administrator, status Disabled`,
    ]);
  });

  it('say whose sessions ended when the user was disabled', async () => {
    const [{ id }] = take(
      (await demo.sql(
        'select user_id as id from user_account where user_username = ?',
        username,
      )) as { id: number }[],
      1,
    );
    await demo.signedIn('researcher');
    const visitor = await demo.signedIn();
    for (const Status of ['Disabled', 'Active']) {
      await visitor.open(`/user/edit/${id}`);
      await visitor.press('Save', { Status });
    }
    await expect
      .poll(() => readEntries('Sessions ended'))
      .toContainEqual(
        expect.stringMatching(
          new RegExp(`^${username}: \\d+ sessions? ended: the user was disabled or deleted$`),
        ),
      );
  });
});

describe('the entries of accounts', () => {
  const NEW = 'maize lantern otter';

  it('name a sign-up, even with the address of an existing account, and a password reset', async () => {
    const fields = { Password: NEW, 'Confirm password': NEW };
    for (const Email of ['new@x.example', username]) {
      const visitor = await demo.stranger().open('/create-account');
      await visitor.press('Create account', { Email, ...fields });
      expect(visitor.url).toContain('received');
    }
    expect(await readEntries('Sign-up')).toEqual([
      expect.stringMatching(
        /^new@x\.example: Added user \d+ by a sign-up from [\d.:]+: role Researcher, status Disabled$/,
      ),
      expect.stringMatching(
        new RegExp(`^${username}: Sign-up from [\\d.:]+ with the address of user \\d+$`),
      ),
    ]);
    for (const Email of ['nobody@x.example', username]) {
      const visitor = await demo.stranger().open('/reset-password');
      await visitor.press('Send the link', { Email });
    }
    expect(await readEntries('Reset request')).toEqual([
      expect.stringMatching(/^unknown account: Password reset requested from [\d.:]+$/),
      expect.stringMatching(new RegExp(`^${username}: Password reset requested from [\\d.:]+$`)),
    ]);
  });

  it('name a password change by the user, and the sessions that it ended', async () => {
    const [visitor] = [await demo.signedIn('researcher'), await demo.signedIn('researcher')];
    await visitor.open('/profile/password');
    const wrong = { 'Current password': 'not mine', 'New password': NEW, 'Confirm password': NEW };
    await visitor.press('Change password', wrong);
    expect(visitor.status).toBe(400);
    expect(await readEntries('Password change')).toEqual([]);
    await visitor.press('Change password', { ...wrong, 'Current password': password });
    expect(await readEntries('Password change')).toEqual([
      expect.stringMatching(new RegExp(`^${username}: Changed their own password from [\\d.:]+$`)),
    ]);
    await expect
      .poll(() => readEntries('Sessions ended'))
      .toContainEqual(
        expect.stringMatching(
          new RegExp(`^${username}: [1-9]\\d* sessions? ended: their password was changed$`),
        ),
      );
    await endWindow();
    expect(
      (await readEntries('Failed sign-in')).filter((entry) => entry.includes('current')),
    ).toEqual([
      expect.stringMatching(
        new RegExp(`^${username}: 1 wrong current password from [\\d.:]+ between .+ and .+$`),
      ),
    ]);
  });

  it('name the sessions that a user ended, and are found by action and user name', async () => {
    const visitor = await demo.signedIn();
    await demo.signedIn();
    await visitor.open('/profile');
    await visitor.press('Sign out everywhere else');
    const search = '/audit?audit_action=Sessions+ended&audit_username=';
    const name = demoSignIns.administrator.username;
    await expect
      .poll(async () => {
        await visitor.open(search + name);
        return visitor.page.queryAllByText(/sessions? ended: the user signed out everywhere else/)
          .length;
      })
      .toBe(1);
  });
});

it('failed sign-ins that are still only counted become audit entries when the panel stops', async () => {
  const dataDir = tempFolder();
  const panel = await startPanel({ DATA_DIR: dataDir, DEMO_DATA: 'on' });
  const visitor = await new Visitor(panel.url).signIn(username, 'wrong');
  expect(visitor.status).toBe(400);
  await panel.stop();
  const rows = await sqlOn(
    dataDir,
    `select audit_username, audit_description from audit_entry where audit_action = 'Failed sign-in'`,
  );
  expect(rows).toEqual([
    {
      audit_username: username,
      audit_description: expect.stringMatching(/^1 failed sign-in from .+ between .+ and .+$/),
    },
  ]);
});
