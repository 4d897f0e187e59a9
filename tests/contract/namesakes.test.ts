import { beforeEach, describe, expect, it } from 'vitest';
import { envelope } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

/** A second user with the username ann. The visitor of `remote` is the first, whose id is 7. */
const other = { ...ann, user_id: '8', user_email: 'ann@other.example', user_lname: 'Zulu' };
const remote = remotePanel({ SESSION_RECHECK_SECONDS: '3600' });
let namesake: Visitor;

const signIn = (email: string) => new Visitor(remote.panel.url).signIn(email);

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return new URL((await visitor.open('/home')).url).pathname === '/home';
}

const nameIn = ({ page }: Visitor) => (page.getByLabelText(/^Name/) as HTMLInputElement).value;

beforeEach(async () => {
  remote.host.on('login', ({ fields }) =>
    envelope([fields.username === other.user_email ? other : ann]),
  );
  namesake = await signIn(other.user_email);
  return () => remote.sql('delete from session');
});

describe('two users of the same name', () => {
  it('see their own sessions only, and end no others', async () => {
    const { visitor } = remote;
    const elsewhere = await signIn(ann.user_email);
    await visitor.open('/profile');
    expect(visitor.page.getAllByText(/^Signed in \d/)).toHaveLength(2);
    const [{ public_id }] = take(
      (await remote.sql("select public_id from session where user_id = '8'")) as {
        public_id: string;
      }[],
      1,
    );
    const body = new URLSearchParams({ session: public_id });
    await visitor.open('/profile', { method: 'POST', body });
    expect(await isSignedIn(namesake)).toBe(true);
    await visitor.open('/profile');
    await visitor.press('Sign out everywhere else');
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(namesake)).toBe(true);
    await visitor.press('Logout');
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await isSignedIn(namesake)).toBe(true);
  });

  it('are not both signed out when the host disables one of them', async () => {
    remote.host.on('user/id/7', () => envelope([{ ...ann, u_status: 'Disabled' }]));
    remote.host.on('user/id/8', () => envelope([other]));
    await remote.sql('update session set checked_at = 0');
    expect(await isSignedIn(remote.visitor)).toBe(false);
    expect(await isSignedIn(namesake)).toBe(true);
  });

  it('are not both signed out when a link sets the password of one of them', async () => {
    remote.host.on('account/change-password', () =>
      envelope([{ user_id: '8', user_username: 'ann' }]),
    );
    const visitor = new Visitor(remote.panel.url);
    await visitor.open('/change-password/code-of-the-mail');
    const password = 'a password that nobody guesses';
    await visitor.press('Set password', { 'New password': password, 'Confirm password': password });
    expect(remote.host.to('account/change-password')).toHaveLength(1);
    expect(await isSignedIn(namesake)).toBe(false);
    expect(await isSignedIn(remote.visitor)).toBe(true);
  });

  it('find their own drafts only', async () => {
    const { visitor } = remote;
    await visitor.open('/color/add');
    await remote.sql("update session set seen_at = seen_at - 7200000 where user_id = '7'");
    await visitor.press('Save', { Name: 'Typed by the one' });
    expect(visitor.page.getByText(/A draft of it is saved/)).toBeTruthy();
    await namesake.open('/color/add');
    expect(nameIn(namesake)).toBe('');
    remote.host.on('color/update', () => envelope([{ color_id: 5 }]));
    await namesake.press('Save', { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' });
    expect(remote.host.to('color/update')).toHaveLength(1);

    const back = await signIn(ann.user_email);
    await back.open('/color/add');
    expect(nameIn(back)).toBe('Typed by the one');
  });

  it('each save once when both send the same form twice', async () => {
    const { visitor } = remote;
    remote.host.on('color/update', () => envelope([{ color_id: 5 }]));
    await visitor.open('/color/add');
    const body = visitor.getBody('Save', { Name: 'Leaf', Color: '#1B7F5C', Status: 'Active' });
    for (const who of [visitor, namesake, visitor, namesake])
      await who.open('/color/add', { method: 'POST', body });
    expect(remote.host.to('color/update')).toHaveLength(2);
  });

  it('find their own imports only', async () => {
    const { host, visitor } = remote;
    const report = { added: 1, changed: 0, unchanged: 0, refused: 0, rows: 1 };
    host.on('import/color', () =>
      envelope([{ ...report, refusals: [], changes: [], leftAside: [] }]),
    );
    await visitor.open('/import');
    const file = new File(['Name,Code\nRed,#f00\n'], 'colors.csv');
    await visitor.press('Check file', { List: 'Colors' }, { File: file });
    const address = visitor.url;
    expect(address).toMatch(/\/import\/./);
    await namesake.open(address);
    expect(namesake.url).toMatch(/\/import$/);
    await visitor.open(address);
    expect(visitor.page.getByRole('button', { name: 'Import 1 row' })).toBeTruthy();
  });
});

describe('a session', () => {
  it('goes on after an upgrade of the panel, and stays separate from the session of a namesake', async () => {
    const { visitor } = remote;
    const elsewhere = await signIn(ann.user_email);
    await remote.sql('update session set user_key = null');
    await visitor.open('/profile');
    expect(visitor.page.getAllByText(/^Signed in \d/)).toHaveLength(2);
    await visitor.press('Sign out everywhere else');
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(namesake)).toBe(true);
    await visitor.press('Logout');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('opens nothing after the panel has been connected to another API host', async () => {
    await remote.sql("update session set user_key = 'of another host' where user_id = '8'");
    expect(await isSignedIn(namesake)).toBe(false);
    expect(await isSignedIn(remote.visitor)).toBe(true);
  });

  it('belongs to a user name if the host sends no id', async () => {
    remote.host.on('login', () => envelope([{ ...ann, user_id: undefined }]));
    const [one, two] = [await signIn(ann.user_email), await signIn(ann.user_email)];
    await one.open('/profile');
    expect(one.page.getAllByText(/^Signed in \d/)).toHaveLength(2);
    await one.press('Sign out everywhere else');
    expect(await isSignedIn(two)).toBe(false);
    expect(await isSignedIn(remote.visitor)).toBe(true);
  });

  it('that began without a user id ends when a link sets the password of its user', async () => {
    remote.host.on('login', () => envelope([{ ...ann, user_id: undefined }]));
    const visitor = await signIn(ann.user_email);
    remote.host.on('account/change-password', () => envelope([ann]));
    const link = await new Visitor(remote.panel.url).open('/change-password/a-recovery-code');
    const password = 'maize lantern otter';
    await link.press('Set password', { 'New password': password, 'Confirm password': password });
    expect(remote.host.to('account/change-password')).toHaveLength(1);
    expect(await isSignedIn(visitor)).toBe(false);
  });
});
