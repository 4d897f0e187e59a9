import { expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({ SIGN_IN_ATTEMPTS: '3' });

async function signInAndLock(): Promise<Visitor> {
  const visitor = await new Visitor(remote.panel.url).signIn(ann.user_email, 'the password');
  await visitor.press('Lock');
  expect(new URL(visitor.url).pathname).toBe('/unlock');
  return visitor;
}

it('a failure of the host does not count as an attempt, and is not reported as a wrong password', async () => {
  const visitor = await signInAndLock();
  remote.host.on('login', (_call, response) => void response.destroy());
  for (let n = 0; n < 4; n++) {
    await visitor.press('Unlock', { Password: 'the password' });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).not.toContain('incorrect');
  }
  remote.host.on('login', () => envelope([ann]));
  await visitor.press('Unlock', { Password: 'the password' });
  expect(new URL(visitor.url).pathname).toBe('/home');
});

it('the password of another user unlocks nothing', async () => {
  const visitor = await signInAndLock();
  remote.host.on('login', () => envelope([{ ...ann, user_id: '8', user_username: 'bea' }]));
  await visitor.press('Unlock', { Password: 'the password' });
  expect(visitor.page.getByRole('alert').textContent).toContain('incorrect');
  expect(new URL((await visitor.open('/home')).url).pathname).toBe('/unlock');
});

it('unlocking sends the name that the user has typed at sign-in, because some hosts know only e-mail addresses', async () => {
  remote.host.on('login', ({ fields }) =>
    Object.values(fields).includes(ann.user_email) ? envelope([ann]) : refusal('Unknown user'),
  );
  const visitor = await signInAndLock();
  await visitor.press('Unlock', { Password: 'the password' });
  expect(new URL(visitor.url).pathname).toBe('/home');
});
