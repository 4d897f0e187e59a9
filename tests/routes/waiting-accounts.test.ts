import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { NO_LONGER_WAITING } from '../../shared/account-decisions';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import type { Visitor } from '../support/visitor';

const demo = demoPanel({ RESEARCHERS_MANAGE_USERS: 'off', ACCOUNT_REQUESTS: '1000000' });
const BADGE = /^\d+ waiting for approval$/;
const names = { 'First name': 'Wanjiku', 'Last name': 'Otieno' };

interface User {
  user_id: number;
  user_status: number;
}

const findUser = async (email: string) =>
  (
    await demo.sql('select user_id, user_status from user_account where user_email = ?', email)
  )[0] as User | undefined;

/** Signs up. Returns the path of the page on which administrators approve or refuse the account. */
async function signUp(email: string): Promise<string> {
  const visitor = await demo.stranger().open('/create-account');
  const password = 'a spelling of oranges';
  await visitor.press('Create account', {
    Email: email,
    Password: password,
    'Confirm password': password,
  });
  return `/users/waiting/${defined(await findUser(email)).user_id}`;
}

/** Returns the subjects of the mails to an address, without the mail after a sign-up. */
const listSubjects = (email: string) =>
  demo
    .mails()
    .filter((mail) => mail.includes(`To: ${email}`) && !mail.includes('Subject: Your account\r'))
    .map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1]);

const findBadge = ({ page }: Visitor) => page.queryAllByRole('link', { name: BADGE });
const readProblem = ({ page }: Visitor) => page.queryByRole('alert')?.textContent;

const readEntries = async (action: string) =>
  (
    (await demo.sql(
      'select audit_description from audit_entry where audit_action = ? order by audit_id',
      action,
    )) as { audit_description: string }[]
  ).map(({ audit_description }) => audit_description);

describe('a waiting account', () => {
  it('cannot be seen or decided without signing in', async () => {
    const path = await signUp('stranger@research.example');
    for (const address of ['/users/waiting', path]) {
      const visitor = await demo.stranger().open(address);
      expect(visitor.url).toContain('/login');
    }
    const body = new URLSearchParams({ decision: 'approved', user_fname: 'A', user_lname: 'B' });
    const posted = await demo.stranger().request(path, { method: 'POST', body });
    expect(posted.headers.get('location')).toContain('/login');
    expect((await findUser('stranger@research.example'))?.user_status).toBe(2);
  });

  it('cannot be decided by a researcher who may not manage users, whose menu has no count', async () => {
    const path = await signUp('refused-to-researchers@research.example');
    const researcher = await (await demo.signedIn('researcher')).open(path);
    expect(findBadge(researcher)).toEqual([]);
    expect(readProblem(researcher)).toContain('Only administrators add, change or delete users');
    expect(researcher.page.queryByRole('button', { name: /^(Approve|Refuse)$/ })).toBeNull();
    for (const decision of ['approved', 'refused']) {
      const body = new URLSearchParams({ decision, user_fname: 'A', user_lname: 'B' });
      const answer = await researcher.request(path, { method: 'POST', body });
      expect(answer.status).toBe(403);
    }
    expect((await findUser('refused-to-researchers@research.example'))?.user_status).toBe(2);
  });

  it.each([
    ['99999', 404],
    ['260971234567', 404],
    ['022', 404],
    ['1', 200],
  ])('that does not wait cannot be decided: %s', async (id, status) => {
    const before = await demo.sql('select * from user_account order by user_id');
    const visitor = await (await demo.signedIn()).open(`/users/waiting/${id}`);
    expect(visitor.status).toBe(status);
    expect(visitor.page.queryByRole('button', { name: /^(Approve|Refuse)$/ })).toBeNull();
    expect(visitor.title).not.toContain(id.length > 5 ? id : '@');
    for (const decision of ['approved', 'refused']) {
      const body = new URLSearchParams({ decision, user_fname: 'A', user_lname: 'B' });
      await visitor.open(`/users/waiting/${id}`, { method: 'POST', body });
      expect(visitor.status).toBe(status === 200 ? 409 : 404);
    }
    expect(await demo.sql('select * from user_account order by user_id')).toEqual(before);
  });

  it('is decided by the first of two administrators, who both press a button at once', async () => {
    const email = 'two@research.example';
    const path = await signUp(email);
    const [one, other] = [await demo.signedIn(), await demo.signedIn()];
    await Promise.all([one.open(path), other.open(path)]);
    await Promise.all([one.press('Approve', names), other.press('Refuse')]);
    const [winner, loser] = one.status === 200 ? [one, other] : [other, one];
    expect([winner.status, loser.status]).toEqual([200, expect.toBeOneOf([404, 409])]);
    expect(readProblem(loser)).toMatch(/does not wait for approval any more|could not be found/);
    expect(loser.page.queryByRole('button', { name: /^(Approve|Refuse)$/ })).toBeNull();
    const isApproved = (await findUser(email))?.user_status === 1;
    expect(isApproved).toBe(winner === one);
    await expect.poll(() => listSubjects(email)).toHaveLength(1);
    const subject = isApproved ? 'approved' : 'refused';
    expect(listSubjects(email)).toEqual([`Your account has been ${subject}`]);
  });

  it('that somebody else has approved since the page was opened cannot be refused', async () => {
    const email = 'late@research.example';
    const path = await signUp(email);
    const [one, other] = [await demo.signedIn(), await demo.signedIn()];
    await other.open(path);
    await (await one.open(path)).press('Approve', names);
    await other.press('Refuse');
    expect(other.status).toBe(409);
    expect(readProblem(other)).toBe(`There is a problem${NO_LONGER_WAITING}`);
    expect((await findUser(email))?.user_status).toBe(1);
    await expect.poll(() => listSubjects(email)).toEqual(['Your account has been approved']);
  });

  it('that was deleted meanwhile cannot be approved', async () => {
    const email = 'gone@research.example';
    const path = await signUp(email);
    const [one, other] = [await demo.signedIn(), await demo.signedIn()];
    await one.open(path);
    await other.open(path.replace('/users/waiting/', '/delete/user/'));
    await other.press('Delete');
    await one.press('Approve', names);
    expect(one.status).toBe(404);
    expect(readProblem(one)).toContain('could not be found');
    expect(listSubjects(email)).toEqual([]);
  });

  it('stays as it is after a form without a decision or a name', async () => {
    const email = 'nameless@research.example';
    const path = await signUp(email);
    const visitor = await demo.signedIn();
    for (const decision of ['', 'maybe']) {
      const body = new URLSearchParams({ decision });
      expect((await visitor.request(path, { method: 'POST', body })).status).toBe(400);
    }
    await visitor.open(path);
    await visitor.press('Approve', { 'First name': 'Wanjiku' });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('link', { name: 'Last name is required' })).toBeDefined();
    expect(visitor.page.getByLabelText('First name')).toHaveProperty('value', 'Wanjiku');
    expect((await findUser(email))?.user_status).toBe(2);
    expect(listSubjects(email)).toEqual([]);
  });

  it('is counted in the menu, at home and above the list of users, and each count leads to the waiting accounts', async () => {
    const path = await signUp('counted@research.example');
    const visitor = await (await demo.signedIn()).open('/home');
    const count = Number.parseInt(findBadge(visitor)[0]?.textContent ?? '', 10);
    expect(count).toBeGreaterThan(3);
    for (const page of ['/users', '/home']) {
      await visitor.open(page);
      expect(findBadge(visitor)[0]?.getAttribute('href')).toBe('/users/waiting');
      await visitor.follow(`Accounts waiting for approval ${count}`);
    }
    expect(new URL(visitor.url).pathname).toBe('/users/waiting');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Waiting accounts');
    const links = visitor.page.getByRole('main').querySelectorAll('a[href^="/users/waiting/"]');
    expect(links).toHaveLength(count);
    await visitor.follow('counted@research.example');
    expect(new URL(visitor.url).pathname).toBe(path);
    await visitor.press('Approve', names);
    expect(findBadge(visitor)[0]?.textContent).toBe(`${count - 1} waiting for approval`);
    await visitor.open('/users?user_email=late%40');
    expect(visitor.page.queryByRole('link', { name: /Waiting/ })).toBeNull();
  });

  it('is approved once, with the mail that the page showed, an audit entry and a history', async () => {
    const email = 'approved@research.example';
    const path = await signUp(email);
    const visitor = await (await demo.signedIn()).open(path);
    expect(visitor.title).toBe('Waiting account');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      `Approve or refuse ${email}`,
    );
    const shown = [...visitor.document.querySelectorAll('figure')].map((mail) => mail.textContent);
    const body = visitor.getBody('Approve', { ...names, Role: 'Researcher' });
    const press = () => visitor.open(path, { method: 'POST', body: new URLSearchParams(body) });
    await press();
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The account of ${email} has been approved. A mail to this person is on its way.`,
    );
    await press();
    expect(new URL(visitor.url).pathname).toBe('/users/waiting');
    const { user_id, user_status } = defined(await findUser(email));
    expect(user_status).toBe(1);
    await expect.poll(() => listSubjects(email)).toEqual(['Your account has been approved']);
    const mail = demo
      .mails()
      .find((one) => one.includes(email) && one.includes('Subject: Your account has been'));
    const text = /^An administrator.*$/m.exec(mail ?? '')?.[0].trim();
    expect(shown[0]).toContain(`To${email}`);
    expect(shown[0]).toContain(text);
    expect(await readEntries('Approval')).toContain(
      `Approved user ${user_id}, who had signed up: status from Disabled to Active`,
    );
    await visitor.open(`/history/user/${user_id}`);
    const rows = [...visitor.document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    const by = demoSignIns.administrator.username;
    for (const change of [/First name.*Wanjiku/, /Status.*Disabled.*Active/])
      expect(rows).toContainEqual(expect.stringMatching(change));
    expect(rows[0]).toContain(by);
    const [entry] = await readEntries('View').then((all) =>
      all.filter((one) => /Waiting acc/.test(one)),
    );
    expect(entry).not.toContain(email);
  });

  it('is refused with a mail, and can be put back from the message', async () => {
    const email = 'refused@research.example';
    const path = await signUp(email);
    const id = defined(await findUser(email)).user_id;
    const visitor = await (await demo.signedIn()).open(path);
    expect(visitor.page.getByText(/You can undo this for 30 days/)).toBeDefined();
    await visitor.press('Refuse');
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The account of ${email} has been refused and deleted. A mail to this person is on its way.`,
    );
    expect(await findUser(email)).toBeUndefined();
    await expect.poll(() => listSubjects(email)).toEqual(['Your account has been refused']);
    expect(await readEntries('Delete')).toContain(`Deleted user ${id}: refused after the sign-up`);
    await visitor.press('Undo');
    expect((await findUser(email))?.user_status).toBe(2);
    await visitor.open(path);
    expect(visitor.page.getByRole('button', { name: 'Approve' })).toBeDefined();
  });

  it('that is approved or deleted elsewhere gets no mail about it', async () => {
    const [approved, deleted] = ['by-form@research.example', 'by-delete@research.example'];
    const [path, other] = [await signUp(approved), await signUp(deleted)];
    const visitor = await demo.signedIn();
    await visitor.open(path.replace('/users/waiting/', '/user/edit/'));
    await visitor.press('Save', { ...names, Status: 'Active' });
    await visitor.open(other.replace('/users/waiting/', '/delete/user/'));
    await visitor.press('Delete');
    await visitor.open('/users/waiting');
    expect([listSubjects(approved), listSubjects(deleted)]).toEqual([[], []]);
  });
});
