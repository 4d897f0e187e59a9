import { connect } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import { makeFile, pdf } from '../support/files';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

const demo = demoPanel({ SESSION_RECHECK_SECONDS: '0' });
const admin = demoSignIns.administrator.username;
const researcher = demoSignIns.researcher.username;
const HOUR = 3_600_000;

/** Moves a time of a user's sessions into the past by a number of milliseconds. */
async function age(username: string, column: 'seen_at' | 'created_at', milliseconds: number) {
  await demo.sql(
    `update session set ${column} = ${column} - ? where username = ?`,
    milliseconds,
    username,
  );
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const response = await visitor.request('/home');
  await response.body?.cancel();
  return response.status === 200;
}

describe('the session’s cookie', () => {
  it('ASVS 7.2.2, 7.2.3: is a random token, which is not in the store', async () => {
    const visitor = await demo.signedIn();
    const [, signed] = take(/session-\w+=([^;]+)/.exec(visitor.cookieHeader) ?? [], 2);
    const token = JSON.parse(atob(defined(decodeURIComponent(signed).split('.')[0])));
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const stored = JSON.stringify(await demo.sql('select * from session'));
    expect(stored).not.toContain(token);
  });

  it('leads to stored session data with only the device, the user, their name at sign-in and the time of the last proof', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/country/edit/1');
    await visitor.press('Save');
    expect(visitor.page.getByText('The country has been successfully saved!')).toBeTruthy();
    for (const { data } of (await demo.sql('select data from session')) as {
      data: string;
    }[])
      expect(Object.keys(JSON.parse(data)).sort()).toEqual([
        'account',
        'device',
        'provenAt',
        'user',
      ]);
  });

  it('ASVS 7.2.4: changes at sign-in, and the earlier cookie opens nothing', async () => {
    const visitor = await demo.signedIn();
    const before = visitor.cookieHeader;
    await visitor.press('Logout');
    await visitor.signIn(admin, demoSignIns.administrator.password);
    expect(visitor.cookieHeader).not.toBe(before);
    const old = await fetch(`${demo.panel.url}/home`, {
      headers: { cookie: before },
      redirect: 'manual',
    });
    expect(old.status).toBe(302);
  });

  it('is read anew for each request of a connection', async () => {
    const visitor = await demo.signedIn();
    const { hostname, port } = new URL(demo.panel.url);
    const ask = (cookie: string) =>
      `GET /profile HTTP/1.1\r\nHost: panel\r\nCookie: ${cookie}\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let answers = '';
    socket.on('data', (data) => {
      answers += data.toString('latin1');
    });
    socket.write(ask(visitor.cookieHeader) + ask('') + ask(visitor.cookieHeader) + ask(''));
    const statuses = () => [...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    await expect.poll(statuses).toEqual(['200', '302', '200', '302']);
  });

  it('ASVS 3.3.2, 3.3.4: is hidden from scripts and not sent with posts from other sites', async () => {
    const response = await demo.stranger().request('/login', {
      method: 'POST',
      body: new URLSearchParams({ email: admin, password: demoSignIns.administrator.password }),
    });
    expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/i);
  });
});

describe('the end of a session', () => {
  it('ASVS 7.3.1: comes after 30 minutes without use, and is postponed by use', async () => {
    const visitor = await demo.signedIn();
    await age(admin, 'seen_at', 29 * 60_000);
    expect(await isSignedIn(visitor)).toBe(true);
    await age(admin, 'seen_at', 29 * 60_000);
    expect(await isSignedIn(visitor)).toBe(true);
    await age(admin, 'seen_at', 31 * 60_000);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('ASVS 7.3.2: comes after 12 hours in any case', async () => {
    const visitor = await demo.signedIn();
    await age(admin, 'created_at', 12 * HOUR + 1);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('is shown, is postponed on request, and is not postponed by asking how much time is left', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/profile');
    expect(
      visitor.page.getByText(/You’ll be signed out at \d\d:\d\d unless you keep working/),
    ).toBeTruthy();
    await age(admin, 'seen_at', 20 * 60_000);
    const ask = async (method: string) => (await visitor.request('/session', { method })).json();
    expect((await ask('GET')).idle).toBeLessThan(10.1 * 60_000);
    expect((await ask('GET')).idle).toBeLessThan(10.1 * 60_000);
    const stayed = await ask('POST');
    await age(admin, 'seen_at', 20 * 60_000);
    // Opening any page postpones the end, and the page shows the new time.
    await visitor.open('/home');
    const shown = /signed out at (\d\d):(\d\d)/.exec(visitor.document.body.textContent ?? '');
    const inStudyZone = new Date(Date.now() + 30 * 60_000 + 2 * HOUR).toISOString().slice(11, 16);
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    const difference = minutes(inStudyZone) - minutes(`${shown?.[1]}:${shown?.[2]}`);
    expect((difference + 1440) % 1440).toBeLessThanOrEqual(1);
    expect(stayed.idle).toBeGreaterThan(29 * 60_000);
    expect(stayed.latest).toBeLessThanOrEqual(12 * HOUR);
  });

  it('ASVS 7.4.2: comes at once when the user is disabled or deleted', async () => {
    const keeper = await demo.signedIn();
    const add = async (name: string) => {
      await keeper.open('/user/add');
      await keeper.press('Save', {
        Username: name,
        'First name': 'Test',
        'Last name': 'Person',
        Email: `${name}@panel.example`,
        Role: 'Researcher',
        Status: 'Active',
      });
      const stranger = await demo.stranger().open('/reset-password');
      await stranger.press('Send the link', { Email: `${name}@panel.example` });
      await expect.poll(() => demo.mails().at(-1) ?? '').toContain(`${name}@panel.example`);
      const link = /\/change-password\/\S+/.exec(demo.mails().at(-1) ?? '')?.[0] ?? '';
      const visitor = await demo.stranger().open(link);
      const secret = 'maize lantern otter';
      await visitor.press('Set password', { 'New password': secret, 'Confirm password': secret });
      await visitor.signIn(`${name}@panel.example`, secret);
      expect(await isSignedIn(visitor)).toBe(true);
      return { visitor, edit: keeper.url };
    };
    const disabled = await add('leaver');
    await keeper.open('/users?user_username=leaver');
    await keeper.open(keeper.page.getByRole('link', { name: 'leaver' }).getAttribute('href') ?? '');
    await keeper.press('Save', { Status: 'Disabled' });
    expect(await isSignedIn(disabled.visitor)).toBe(false);

    const deleted = await add('goner');
    await keeper.open('/users?user_username=goner');
    await keeper.open(
      keeper.page.getByRole('link', { name: 'Delete goner' }).getAttribute('href') ?? '',
    );
    await keeper.press('Delete');
    expect(await isSignedIn(deleted.visitor)).toBe(false);
  });

  it('comes at the next check when another program has disabled the user', async () => {
    const visitor = await demo.signedIn('researcher');
    await demo.sql('update user_account set user_status = 2 where user_username = ?', researcher);
    try {
      expect(await isSignedIn(visitor)).toBe(false);
      expect(await demo.sql('select * from session where username = ?', researcher)).toEqual([]);
    } finally {
      await demo.sql('update user_account set user_status = 1 where user_username = ?', researcher);
    }
  });

  it('ASVS 14.3.1: clears the browser’s storage at sign-out', async () => {
    const visitor = await demo.signedIn();
    const response = await visitor.request('/logout', { method: 'POST' });
    expect(response.headers.get('clear-site-data')).toBe('"storage"');
    expect(response.headers.get('location')).toBe('/login');
  });
});

describe('the profile', () => {
  it('ASVS 7.5.2: lists one’s own sessions and ends one, or all others', async () => {
    await demo.sql('delete from session');
    const [here, there, elsewhere] = [
      await demo.signedIn(),
      await demo.signedIn(),
      await demo.signedIn(),
    ];
    await here.open('/profile');
    expect(here.page.getAllByText(/^Signed in \d/)).toHaveLength(3);
    expect(here.page.getAllByText('This one')).toHaveLength(1);
    const [button] = take(
      here.page.getAllByRole('button', {
        name: /^Sign out /,
      }) as HTMLButtonElement[],
      1,
    );
    const body = new URLSearchParams({ session: button.value });
    await here.open('/profile', { method: 'POST', body });
    expect(here.page.getByRole('status').textContent).toContain('The session has ended');
    expect([await isSignedIn(there), await isSignedIn(elsewhere)].sort()).toEqual([false, true]);
    await here.press('Sign out everywhere else');
    expect([await isSignedIn(there), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await isSignedIn(here)).toBe(true);
  });

  it('ASVS 8.2.2: never shows or ends another user’s session', async () => {
    const [ann, lungile] = [await demo.signedIn(), await demo.signedIn('researcher')];
    const [row] = take(
      (await demo.sql('select public_id from session where username = ?', researcher)) as {
        public_id: string;
      }[],
      1,
    );
    await ann.open('/profile');
    expect(ann.html).not.toContain(row.public_id);
    await ann.open('/profile', {
      method: 'POST',
      body: new URLSearchParams({ session: row.public_id }),
    });
    await ann.open('/profile', { method: 'POST', body: new URLSearchParams({ intent: 'others' }) });
    expect(await isSignedIn(lungile)).toBe(true);
  });
});

describe('a form that is posted too late', () => {
  beforeEach(async () => {
    await demo.sql('delete from kept_form');
  });

  async function lateForm(path = '/country/edit/1') {
    const visitor = await demo.signedIn();
    await visitor.open(path);
    await age(admin, 'seen_at', HOUR);
    await visitor.press('Save', { 'Phone code': '+999 typed before' });
    return visitor;
  }
  const signInAgain = (visitor: Visitor, role: keyof typeof demoSignIns) =>
    visitor.press('Sign in', {
      Email: demoSignIns[role].username,
      Password: demoSignIns[role].password,
    });
  const readCode = ({ page }: Visitor) =>
    (page.getByLabelText(/^Phone code/) as HTMLInputElement).value;

  it('is not saved to its record, and what was typed is stored as an encrypted draft', async () => {
    const visitor = await lateForm();
    expect(new URL(visitor.url).pathname).toBe('/login');
    expect(visitor.page.getByText(/A draft of it is saved for 15 minutes/)).toBeTruthy();
    const kept = (await demo.sql('select * from kept_form')) as { content: string }[];
    expect(kept).toHaveLength(1);
    expect(Buffer.from(defined(kept[0]).content, 'base64').toString('latin1')).not.toContain(
      'typed',
    );
    expect(JSON.stringify(await demo.sql('select * from country'))).not.toContain('typed');
  });

  it('says that its file was not kept, and stores none', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/resource/edit/1');
    await age(admin, 'seen_at', HOUR);
    const file = { 'Upload a file': makeFile(pdf, 'guide.pdf') };
    await visitor.press('Save', { Description: 'typed beside a file' }, file);
    await signInAgain(visitor, 'administrator');
    expect(new URL(visitor.url).pathname).toBe('/resource/edit/1');
    const alert = visitor.page.getByRole('alert').textContent;
    expect(alert).toContain('The chosen file was not kept. Choose it again.');
    expect(visitor.document.body.textContent).toContain('typed beside a file');
    expect(JSON.stringify(await demo.sql('select * from upload'))).not.toContain('guide');
  });

  it('is offered to its user after signing in again, and its draft is deleted when it is saved', async () => {
    const visitor = await signInAgain(await lateForm(), 'administrator');
    expect(new URL(visitor.url).pathname).toBe('/country/edit/1');
    expect(visitor.page.getByRole('alert').textContent).toContain('Your session ended before');
    expect(readCode(visitor)).toBe('+999 typed before');
    await visitor.press('Save', { 'Phone code': '+260' });
    expect(await demo.sql('select * from kept_form')).toEqual([]);
    await visitor.open('/country/edit/1');
    expect(visitor.page.queryByRole('alert')).toBeNull();
    expect(readCode(visitor)).toBe('+260');
  });

  it('is not shown to another user', async () => {
    const visitor = await signInAgain(await lateForm(), 'researcher');
    expect(new URL(visitor.url).pathname).toBe('/country/edit/1');
    expect(visitor.html).not.toContain('typed before');
  });

  it('does not replace what was typed into the same form in another tab', async () => {
    const visitor = await demo.signedIn();
    const other = new Visitor(visitor.base, visitor);
    await visitor.open('/country/edit/1');
    await other.open('/country/edit/1');
    await age(admin, 'seen_at', HOUR);
    await visitor.press('Save', { 'Phone code': '+1 typed' });
    await other.press('Save', { 'Phone code': '+2 typed' });
    await signInAgain(visitor, 'administrator');
    expect(readCode(visitor)).toBe('+1 typed');
    const tab = new Visitor(visitor.base, visitor);
    await tab.open(`${new URL(other.url).searchParams.get('to')}`);
    expect(readCode(tab)).toBe('+2 typed');
    await tab.press('Save', { 'Phone code': '+260' });
    expect(tab.url).toMatch(/\/country\/edit\/1$/);
    expect(readCode(tab)).toBe('+1 typed');
    await tab.press('Save', { 'Phone code': '+260' });
    expect(await demo.sql('select * from kept_form')).toEqual([]);
  });

  it('is deleted after 15 minutes', async () => {
    const visitor = await lateForm();
    await demo.sql('update kept_form set created_at = created_at - ?', 15 * 60_000 + 1);
    await signInAgain(visitor, 'administrator');
    expect(visitor.html).not.toContain('typed before');
    expect(await demo.sql('select * from kept_form')).toEqual([]);
  });

  it('is one of at most 20 forms that are stored for a session', async () => {
    const visitor = await demo.signedIn();
    await age(admin, 'seen_at', HOUR);
    const body = new URLSearchParams({ _version: '1', country_code: 'x' });
    for (let id = 1; id <= 25; id += 1)
      await visitor.request(`/country/edit/${id}`, { method: 'POST', body });
    expect(await demo.sql('select * from kept_form')).toHaveLength(20);
  });

  it('is not stored if it has nothing that was typed', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/delete/country/1');
    await age(admin, 'seen_at', HOUR);
    await visitor.press('Delete');
    expect(visitor.url).toMatch(/\/login$/);
    expect(await demo.sql('select * from kept_form')).toEqual([]);
  });

  it('is offered to be sent again by its user if it is no form of a record', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/views/countries?country_name=zam');
    await age(admin, 'seen_at', HOUR);
    await visitor.press('Save this view', { Name: 'typed before' });
    expect(visitor.page.getByText(/A draft of it is saved for 15 minutes/)).toBeTruthy();
    const address = `${new URL(visitor.url).searchParams.get('to')}`;
    const other = await demo.signedIn('researcher');
    await other.open(address);
    expect(other.page.getByText(/There is no such form/)).toBeTruthy();
    await signInAgain(visitor, 'administrator');
    expect(visitor.page.getByRole('heading', { name: 'Saved view: not done yet' })).toBeTruthy();
    expect(visitor.page.getByText('typed before')).toBeTruthy();
    await visitor.press('Send now');
    await visitor.open('/views/countries');
    expect(visitor.page.getAllByText(/typed before/)).not.toEqual([]);
    expect(await demo.sql('select * from saved_view')).toHaveLength(1);
  });

  it.each([
    ['more characters than the page shows', [['name', 'x'.repeat(50_001)]]],
    [
      'more fields than the page shows',
      Array.from({ length: 2_001 }, (_, n) => [`field${n}`, '1']),
    ],
    ['no field', []],
  ])('is not offered to be sent again if it has %s', async (_what, fields) => {
    const visitor = await demo.signedIn();
    await age(admin, 'seen_at', HOUR);
    const body = new URLSearchParams(fields);
    await visitor.request('/views/countries', { method: 'POST', body });
    expect(await demo.sql('select * from kept_form')).toEqual([]);
  });

  it('is not stored if its session has been deleted, so that its user is unknown', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/country/edit/1');
    await demo.sql('delete from session');
    await visitor.press('Save', { 'Phone code': '+999 typed before' });
    expect(visitor.url).toMatch(/\/login$/);
    expect(await demo.sql('select * from kept_form')).toEqual([]);
  });

  it('is compared with the record if somebody else has changed the record meanwhile', async () => {
    const visitor = await lateForm('/country/edit/2');
    await demo.sql("update country set country_code = '+1 theirs' where country_id = 2");
    await signInAgain(visitor, 'administrator');
    const comparison = visitor.page.getByRole('alert', { name: /has changed since/ });
    expect(comparison.textContent).toContain('+1 theirs');
    await visitor.press('Use the saved version');
    expect(readCode(visitor)).toBe('+1 theirs');
    await visitor.open('/country/edit/2');
    expect(readCode(visitor)).toBe('+1 theirs');
    expect(await demo.sql('select * from kept_form')).toEqual([]);
  });
});
