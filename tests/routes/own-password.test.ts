import { afterEach, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import { Visitor } from '../support/visitor';

const demo = demoPanel({ SIGN_IN_ATTEMPTS: '3', RESEARCHERS_READ_ONLY: 'on' });
const { username, password } = demoSignIns.researcher;
const NEW = 'maize lantern otter';
const filled = { 'Current password': password, 'New password': NEW, 'Confirm password': NEW };

afterEach(async () => void (await demo.sql('delete from throttle')));

const readAlert = ({ page }: Visitor) => page.getByRole('alert').textContent ?? '';
const isSignedIn = async (visitor: Visitor) =>
  new URL((await visitor.open('/home')).url).pathname === '/home';

async function change(visitor: Visitor, fields: Record<string, string> = {}) {
  await visitor.open('/profile/password');
  return visitor.press('Change password', { ...filled, ...fields });
}

describe('ASVS 6.2.2, 6.2.3: a user’s own password', () => {
  it('cannot be changed without signing in', async () => {
    const stranger = await demo.stranger().open('/profile/password');
    expect(new URL(stranger.url).pathname).toBe('/login');
  });

  it.each<[Record<string, string>, string]>([
    [{ 'Current password': '' }, 'Enter your current password'],
    [{ 'New password': '' }, 'Enter a new password'],
    [{ 'Confirm password': '' }, 'Enter the password again'],
    [
      { 'New password': password, 'Confirm password': password },
      'The new password must be different from the current one',
    ],
    [{ 'New password': 'short' }, 'Password must be 12 characters or more'],
    [{ 'Confirm password': 'another' }, 'Passwords do not match'],
    [{ 'Current password': 'not my password' }, 'The current password is incorrect'],
  ])('is not changed with %j, and nothing typed comes back', async (fields, message) => {
    const visitor = await change(await demo.signedIn('researcher'), fields);
    expect(visitor.status).toBe(400);
    expect(readAlert(visitor)).toContain(message);
    expect(visitor.html).not.toContain(NEW);
    expect(visitor.page.getByLabelText('Current password')).toHaveProperty('value', '');
  });

  it('asks for each field of an empty form', async () => {
    const visitor = await change(await demo.signedIn('researcher'), {
      'Current password': '',
      'New password': '',
      'Confirm password': '',
    });
    const links = visitor.page.getByRole('alert').querySelectorAll('a');
    expect([...links].map((link) => link.textContent)).toEqual([
      'Enter your current password',
      'Enter a new password',
      'Enter the password again',
    ]);
  });

  it('ASVS 6.3.1: can be changed only after a wait if the current password was wrong three times', async () => {
    const visitor = await demo.signedIn('researcher');
    for (const guess of ['one', 'two', 'three'])
      expect((await change(visitor, { 'Current password': guess })).status).toBe(400);
    expect((await change(visitor)).status).toBe(429);
    expect(readAlert(visitor)).toContain('Too many attempts. Please try again in 1 minute.');
  });

  it('ASVS 7.4.3: ends the other sessions when it is changed, and gives this session a new token', async () => {
    const [visitor, other] = [await demo.signedIn('researcher'), await demo.signedIn('researcher')];
    const administrator = await demo.signedIn();
    const stolen = new Visitor(demo.panel.url, visitor);
    await visitor.follow('Change password');
    await visitor.press('Change password', filled);
    expect(new URL(visitor.url).pathname).toBe('/profile');
    expect(visitor.page.getByRole('status').textContent).toContain(
      'Your password has been changed',
    );
    expect([await isSignedIn(visitor), await isSignedIn(other), await isSignedIn(stolen)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await isSignedIn(administrator)).toBe(true);
    await demo.sql('delete from throttle');
    const again = await demo.stranger().signIn(username, NEW);
    expect(new URL(again.url).pathname).toBe('/home');
    const late = await demo.stranger().signIn(username, password);
    expect(late.status).toBe(400);
    // The demo prints its initial passwords, and no others.
    expect(demo.panel.output()).not.toContain(NEW);
  });
});
