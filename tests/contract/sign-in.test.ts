import { expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

const remote = remotePanel({}, { shared: true, oneSession: false });

async function attempt(email: string, password: string): Promise<Visitor> {
  return new Visitor(remote.panel.url).signIn(email, password);
}

it('does not ask the host before the form is complete', async () => {
  const visitor = await attempt('', '');
  expect(visitor.status).toBe(400);
  expect(visitor.page.getByRole('alert').textContent).toContain('There is a problem');
  expect(visitor.page.getByRole('link', { name: 'Email is required' })).toBeTruthy();
  expect(visitor.page.getByRole('link', { name: 'Password is required' })).toBeTruthy();
  expect(visitor.title).toMatch(/^Error: Sign in/);
  expect(
    (await attempt('ann', 'x')).page.getByRole('link', { name: 'Email is invalid' }),
  ).toBeTruthy();
  expect(remote.host.to('login')).toEqual([]);
});

it.each(['email[20000000]', 'email[1][2]', '__proto__[x]', 'a'.repeat(101)])(
  'refuses a form with an input named %s',
  async (name) => {
    const visitor = new Visitor(remote.panel.url);
    const answer = await visitor.request('/login', {
      method: 'POST',
      body: new URLSearchParams({ [name]: 'x', email: 'ann@study.example', password: 'x' }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('The form could not be read.');
    expect(remote.host.to('login')).toEqual([]);
  },
);

it('shows the message of the host, and nothing else of a failed answer', async () => {
  remote.host.on('login', () =>
    refusal('Wrong password', [{ user_password: 'hash-in-a-failed-answer' }]),
  );
  const visitor = await attempt('ann@study.example', 'wrong');
  expect(visitor.page.getByRole('alert').textContent).toContain('Wrong password');
  expect(visitor.html).not.toContain('hash-in-a-failed-answer');
  expect(visitor.page.getByLabelText('Email')).toHaveProperty('value', 'ann@study.example');
  expect(visitor.page.getByLabelText('Password')).toHaveProperty('value', '');
});

it.each([
  ['is down', () => undefined],
  ['answers a text', () => 'not an envelope'],
  ['accepts the password without sending a user', () => envelope([])],
  ['sends a user without a name', () => envelope([{ u_status: 'Active' }])],
])('says “An error occured” when the host %s', async (_, answer) => {
  remote.host.on('login', (_call, response) => {
    const value = answer();
    if (value === undefined) response.destroy();
    return value;
  });
  const visitor = await attempt('ann@study.example', 'secret');
  expect(visitor.page.getByRole('alert').textContent).toContain(
    'An error occured. Please try again',
  );
});

it.each(['Disabled', 'Inactive', '2', 2, null])(
  'keeps out a user whose status is %j',
  async (status) => {
    remote.host.on('login', () => envelope([{ ...ann, u_status: status }]));
    const visitor = await attempt('ann@study.example', 'secret');
    expect(visitor.page.getByRole('alert').textContent).toContain('The account is not active');
  },
);

it('posts user name and password, records the sign-in, and leads home', async () => {
  const visitor = await attempt('ann@study.example', 'a long enough password');
  expect(visitor.url).toBe(`${remote.panel.url}/home`);
  const [call] = take(remote.host.to('login'), 1);
  expect(call.method).toBe('POST');
  expect(call.headers['content-type']).toContain('application/x-www-form-urlencoded');
  expect(call.fields).toEqual({
    username: 'ann@study.example',
    password: 'a long enough password',
  });
  await expect
    .poll(() => remote.host.to('login/update').map(({ fields }) => fields))
    .toEqual([{ uid: '0', uusername: 'ann', usource: 'Web' }]);
});

it('ends the session on the server at sign-out: the old cookie opens nothing', async () => {
  const { visitor } = remote;
  await visitor.open('/home');
  const stolen = { cookie: visitor.cookieHeader };
  expect(
    (await fetch(`${remote.panel.url}/home`, { headers: stolen, redirect: 'manual' })).status,
  ).toBe(200);
  await visitor.press('Logout');
  expect(visitor.url).toBe(`${remote.panel.url}/login`);
  const after = await fetch(`${remote.panel.url}/home`, { headers: stolen, redirect: 'manual' });
  expect(after.headers.get('location')).toBe('/login');
});

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/%0d%0aX: y',
])('leads home instead of to %s', async (to) => {
  const visitor = new Visitor(remote.panel.url);
  await visitor.open(`/login?to=${encodeURIComponent(to)}`);
  await visitor.press('Sign in', { Email: 'ann@study.example', Password: 'secret' });
  expect(new URL(visitor.url).origin).toBe(remote.panel.url);
});

it('leads to the page that was asked for, filters included', async () => {
  const visitor = new Visitor(remote.panel.url);
  await visitor.open('/users?u_status=Active');
  expect(new URL(visitor.url).pathname).toBe('/login');
  await visitor.press('Sign in', { Email: 'ann@study.example', Password: 'secret' });
  expect(visitor.url).toBe(`${remote.panel.url}/users?u_status=Active`);
});
