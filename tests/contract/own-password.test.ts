import { afterEach, describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({ API_CHANGE_OWN_PASSWORD_PATH: 'v2/own', SIGN_IN_ATTEMPTS: '3' });
const NEW = 'maize lantern otter';

afterEach(async () => void (await remote.sql('delete from throttle')));

async function change(): Promise<string> {
  const { visitor } = remote;
  await visitor.open('/profile/password');
  await visitor.press('Change password', {
    'Current password': 'the current one',
    'New password': NEW,
    'Confirm password': NEW,
  });
  return visitor.document.body.textContent ?? '';
}

it('the host gets the fields of wire.md, and no others', async () => {
  remote.host.on('v2/own', () => envelope([ann]));
  expect(await change()).toContain('Your password has been changed');
  expect(remote.host.to('v2/own').map(({ fields }) => fields)).toEqual([
    { uusername: 'ann', ucurrent: 'the current one', upassword: NEW },
  ]);
});

it.each([404, 405])(
  'each time that the host answers %i, the page says that the password cannot be changed here',
  async (status) => {
    remote.host.on('v2/own', (_call, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No</h1>');
    });
    for (let n = 0; n < 4; n++)
      expect(await change()).toContain('This API host does not let you change your password here.');
  },
);

it('a failure of the host does not count as an attempt, but a refusal does', async () => {
  remote.host.on('v2/own', (_call, response) => void response.destroy());
  for (let n = 0; n < 4; n++) expect(await change()).toContain('An error occured when Updating');
  remote.host.on('v2/own', () => refusal('No, not this one'));
  for (let n = 0; n < 3; n++) expect(await change()).toContain('No, not this one');
  expect(await change()).toContain('Too many attempts');
});

describe('a form that is sent twice', () => {
  /** Fills in the form. Returns the body that its button posts, and two browsers of the same session. */
  async function twice() {
    remote.host.on('v2/own', () => envelope([ann]));
    await remote.visitor.open('/profile/password');
    const body = remote.visitor.getBody('Change password', {
      'Current password': 'the current one',
      'New password': NEW,
      'Confirm password': NEW,
    });
    const first = new Visitor(remote.panel.url, remote.visitor);
    const second = new Visitor(remote.panel.url, remote.visitor);
    const press = (browser: Visitor) =>
      browser.open('/profile/password', { method: 'POST', body: new URLSearchParams(body) });
    return { first, second, body, press };
  }
  const getPath = ({ url }: Visitor) => new URL(url).pathname;

  it('by a double click leads both times to the profile, signed in, and asks the host once', async () => {
    const { first, second, press } = await twice();
    await Promise.all([press(first), press(second)]);
    expect([getPath(first), getPath(second)]).toEqual(['/profile', '/profile']);
    expect(first.html + second.html).toContain('Your password has been changed');
    expect(getPath(await second.open('/home'))).toBe('/home');
    expect(remote.host.to('v2/own')).toHaveLength(1);
  });

  it('after the first answer was lost leads to the profile, and shows that the password was changed', async () => {
    const { first, second, body, press } = await twice();
    await first.request('/profile/password', { method: 'POST', body });
    await press(second);
    expect(getPath(second)).toBe('/profile');
    expect(second.page.getByRole('status').textContent).toContain('Your password has been changed');
    expect(remote.host.to('v2/own')).toHaveLength(1);
    const stored = [
      ...(await remote.sql('select * from idempotency_key')),
      ...(await remote.sql('select * from session')),
    ];
    expect(JSON.stringify(stored)).not.toContain(NEW);
  });

  it('after going back from the profile leaves the user signed in', async () => {
    const { first, press } = await twice();
    await press(first);
    await press(first);
    expect(getPath(first)).toBe('/profile');
    expect(getPath(await first.open('/home'))).toBe('/home');
  });

  it('with other values the second time leads to the sign-in page, as the first session token has ended', async () => {
    const { first, second, body, press } = await twice();
    await press(first);
    for (const [name, text] of [
      ['current', 'a guess'],
      ['password', `${NEW}!`],
      ['_token', 'x'],
    ] as const) {
      const other = new URLSearchParams(body);
      other.set(name, text);
      await second.open('/profile/password', { method: 'POST', body: other });
      expect(getPath(second)).toBe('/login');
    }
    expect(getPath(await second.open('/home'))).toBe('/login');
  });
});

it('two changes at the same time, from two tabs of a browser, leave it signed in', async () => {
  const { host, visitor } = remote;
  const answers: (() => void)[] = [];
  host.on('v2/own', (_call, response) => {
    answers.push(() => response.end(JSON.stringify(envelope([ann]))));
    if (answers.length === 2) for (const answer of answers) answer();
  });
  const bodies = [];
  for (const password of [NEW, `${NEW} two`]) {
    await visitor.open('/profile/password');
    const typed = { 'New password': password, 'Confirm password': password };
    bodies.push(
      visitor.getBody('Change password', { 'Current password': 'the current one', ...typed }),
    );
  }
  const send = (body: URLSearchParams) =>
    visitor.request('/profile/password', { method: 'POST', body });
  const statuses = await Promise.all(bodies.map(async (body) => (await send(body)).status));
  expect(statuses).toEqual([302, 302]);
  expect(new URL((await visitor.open('/home')).url).pathname).toBe('/home');
});
