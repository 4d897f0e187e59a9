import { afterEach, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import { lockedScreens, sweptScreens } from '../support/panel-screens';
import { Visitor } from '../support/visitor';

const demo = demoPanel({ SIGN_IN_ATTEMPTS: '3' });
const { username, password } = demoSignIns.administrator;

afterEach(async () => {
  await demo.sql('delete from throttle');
  await demo.sql('delete from kept_form');
});

const getPath = ({ url }: Visitor) => new URL(url).pathname;
const readAlert = ({ page }: Visitor) => page.getByRole('alert').textContent ?? '';

async function lockedOn(path: string): Promise<Visitor> {
  const visitor = await demo.signedIn();
  await visitor.open(path);
  return visitor.press('Lock');
}

describe('a locked session', () => {
  it('opens none of the screens, in any tab', async () => {
    const visitor = await lockedOn('/countries');
    const otherTab = new Visitor(demo.panel.url, visitor);
    for (const screen of [...sweptScreens, '/login', '/files/x', '/session', '/export/countries'])
      expect([screen, getPath(await otherTab.open(screen))]).toEqual([screen, '/unlock']);
  });

  it('sends no data of a page to script', async () => {
    const visitor = await lockedOn('/countries');
    const answer = await visitor.request('/countries.data');
    expect(await answer.text()).not.toContain('Zambia');
  });

  it('shows the page that unlocks without data of the study', async () => {
    const visitor = await lockedOn('/countries');
    for (const screen of lockedScreens) {
      await visitor.open(screen);
      expect(visitor.status).toBe(200);
      expect(visitor.page.getByRole('heading', { name: 'This session is locked' })).toBeTruthy();
      expect(visitor.page.queryByRole('navigation')).toBeNull();
    }
  });

  it('refuses wrong passwords, makes further ones wait as at sign-in, and audits both', async () => {
    const visitor = await lockedOn('/countries');
    await visitor.press('Unlock');
    expect(readAlert(visitor)).toContain('Password is required');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await visitor.press('Unlock', { Password: 'not the password' });
      expect(visitor.status).toBe(400);
      expect(visitor.html).not.toContain('not the password');
    }
    await visitor.press('Unlock', { Password: password });
    expect(visitor.status).toBe(429);
    expect(readAlert(visitor)).toMatch(/minute/);
    const counts = (await demo.sql('select * from security_count')) as { what: string }[];
    expect(counts.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'wrong password to unlock',
        expect.stringMatching(/^Sign-ins to the account wait/),
      ]),
    );
    // The wait is the one of the account, so it holds for signing in too.
    const stranger = await demo.stranger().signIn(username, password);
    expect(stranger.status).toBe(429);
  });

  it('saves nothing that another tab posts', async () => {
    const visitor = await demo.signedIn();
    const otherTab = new Visitor(demo.panel.url, visitor);
    await otherTab.open('/country/edit/1');
    const code = otherTab.shownValue('Phone code');
    await visitor.open('/home');
    await visitor.press('Lock');
    await otherTab.press('Save', { 'Phone code': '999' });
    expect(getPath(otherTab)).toBe('/unlock');
    await otherTab.press('Unlock', { Password: password });
    expect(getPath(otherTab)).toBe('/country/edit/1');
    expect(otherTab.shownValue('Phone code')).toBe('999');
    expect(readAlert(otherTab)).toContain('The session was locked before this was saved');
    const fresh = await (await demo.signedIn('researcher')).open('/countries');
    expect(fresh.page.getByText(code)).toBeTruthy();
    expect(fresh.page.queryByText('999')).toBeNull();
  });

  it('can be ended without the password', async () => {
    const visitor = await lockedOn('/countries');
    await visitor.press('Logout');
    expect(getPath(visitor)).toBe('/login');
    expect(getPath(await visitor.open('/unlock'))).toBe('/login');
  });
});

describe('unlocking', () => {
  it('opens the same page again, with its state', async () => {
    const visitor = await lockedOn('/countries?sort=-country_name');
    await visitor.press('Unlock', { Password: password });
    expect(visitor.url).toContain('/countries?sort=-country_name');
  });

  it('keeps what was typed in the form of a record', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/country/edit/1');
    await visitor.press('Lock', { 'Phone code': '998' });
    expect(getPath(visitor)).toBe('/unlock');
    expect(visitor.page.getByRole('status').textContent).toContain('The form was not saved');
    await visitor.press('Unlock', { Password: password });
    expect(visitor.shownValue('Phone code')).toBe('998');
  });

  it('does not show in the address which participant was open', async () => {
    const visitor = await lockedOn('/phone/edit/%2B260000000002');
    expect(visitor.url).not.toContain('260000000002');
    await visitor.press('Unlock', { Password: password });
    expect(getPath(visitor)).toMatch(/^\/phone\/edit\//);
  });

  it('is audited, as locking is', async () => {
    const visitor = await lockedOn('/countries');
    await visitor.press('Unlock', { Password: password });
    const read = async () =>
      (
        (await demo.sql('select audit_action from audit_entry')) as {
          audit_action: string;
        }[]
      ).map(({ audit_action }) => audit_action);
    await expect.poll(read).toEqual(expect.arrayContaining(['Lock', 'Unlock']));
  });
});
