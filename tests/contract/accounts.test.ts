import { describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel({
  API_CREATE_ACCOUNT_PATH: 'signup',
  API_RESET_PASSWORD_PATH: 'v2/forgot-password',
  API_CHANGE_PASSWORD_PATH: 'v2/set-password',
  SESSION_RECHECK_SECONDS: '0',
});
const PASSWORD = 'maize lantern otter';

async function signUp(): Promise<Visitor> {
  const visitor = await new Visitor(remote.panel.url).open('/create-account');
  return visitor.press('Create account', {
    Email: 'eve@study.example',
    Password: PASSWORD,
    'Confirm password': PASSWORD,
  });
}

async function askReset(): Promise<Visitor> {
  const visitor = await new Visitor(remote.panel.url).open('/reset-password');
  return visitor.press('Send the link', { Email: 'eve@study.example' });
}

async function setPassword(): Promise<Visitor> {
  const visitor = await new Visitor(remote.panel.url).open('/change-password/a-code');
  return visitor.press('Set password', { 'New password': PASSWORD, 'Confirm password': PASSWORD });
}

describe('a host with paths of its own', () => {
  it('gets no request before the form is complete', async () => {
    const visitor = await new Visitor(remote.panel.url).open('/create-account');
    await visitor.press('Create account');
    expect(visitor.status).toBe(400);
    expect(remote.host.to('signup')).toEqual([]);
  });

  it('gets the calls with the fields of wire.md, and no others', async () => {
    await signUp();
    await askReset();
    await setPassword();
    const getFields = (path: string) => remote.host.to(path).map(({ fields }) => fields);
    expect(getFields('signup')).toEqual([{ uemail: 'eve@study.example', upassword: PASSWORD }]);
    expect(getFields('v2/forgot-password')).toEqual([{ uemail: 'eve@study.example' }]);
    expect(getFields('v2/set-password')).toEqual([{ ucode: 'a-code', upassword: PASSWORD }]);
  });

  it('ASVS 6.3.8: does not reveal through the panel which addresses it knows', async () => {
    const [created, reset] = [await signUp(), await askReset()];
    for (const path of ['signup', 'v2/forgot-password'])
      remote.host.on(path, () => refusal('eve@study.example is known'));
    const [createdAgain, resetAgain] = [await signUp(), await askReset()];
    expect(createdAgain.document.body.innerHTML).not.toContain('is known');
    expect(createdAgain.document.body.textContent).toBe(created.document.body.textContent);
    expect(resetAgain.document.body.textContent).toBe(reset.document.body.textContent);
  });

  it('that adds an account causes a history of the user, which begins with the sign-up', async () => {
    const eve = { ...ann, user_id: '12', user_username: 'eve', user_email: 'Eve@study.example' };
    const users = [{ ...ann, user_email: 'ann@study.example' }];
    remote.host.on('user/list', () => envelope(users));
    remote.host.on('signup', () => {
      users.push({ ...eve, user_password: PASSWORD });
      return envelope([]);
    });
    expect((await signUp()).url).toContain('received');
    await expect
      .poll(() => remote.host.entries('Sign-up'))
      .toEqual([expect.stringMatching(/^Added user 12 by a sign-up from /)]);
    // The address is known now: nothing is added.
    expect((await signUp()).url).toContain('received');
    await expect
      .poll(() => remote.host.entries('Sign-up').at(-1))
      .toMatch(/^Sign-up from .+ with the address of user 12$/);
    await remote.visitor.open('/history/user/12');
    const rows = [...remote.visitor.document.querySelectorAll('tbody tr')];
    const texts = rows.map((row) => row.textContent);
    expect(texts.filter((text) => text?.includes('Username'))).toHaveLength(1);
    expect(texts).toContainEqual(
      expect.stringMatching(/eve@study\.example.*Add.*Email.*Eve@study/),
    );
    expect(remote.visitor.html).not.toContain(PASSWORD);
  });

  it.each([
    ['has no list of users', () => refusal('No list')],
    ['does not list the new account', () => envelope([ann])],
  ])('that %s still accepts the sign-up', async (_what, list) => {
    remote.host.on('user/list', list);
    expect((await signUp()).url).toContain('received');
    await expect
      .poll(() => remote.host.entries('Sign-up'))
      .toEqual([expect.stringMatching(/^Sign-up from \S+$/)]);
  });

  it('that is down makes each form show an error', async () => {
    for (const path of ['signup', 'v2/forgot-password', 'v2/set-password'])
      remote.host.on(path, (_call, response) => void response.destroy());
    const alert = ({ page }: Visitor) => page.getByRole('alert').textContent;
    expect(alert(await signUp())).toContain(
      'An error occured when adding account. Please try again',
    );
    expect(alert(await askReset())).toContain('An error occured. Please try again');
    expect(alert(await setPassword())).toContain(
      'An error occured when Updating password. Please try again',
    );
  });

  it('that does not say whose password it has changed causes a log entry, which names nobody', async () => {
    const before = remote.panel.output().length;
    await setPassword();
    const logged = remote.panel.output().slice(before);
    expect(logged).toContain('did not identify the user');
    for (const secret of ['a-code', PASSWORD, 'ann']) expect(logged).not.toContain(secret);
    expect((await remote.visitor.open('/countries')).url).toMatch(/\/countries$/);
  });

  it('ends the sessions of the user whose password it has changed', async () => {
    remote.host.on('v2/set-password', () => envelope([ann]));
    await setPassword();
    expect((await remote.visitor.open('/countries')).url).toContain('/login');
  });
});

describe('a form of a signed-out screen that is sent twice', () => {
  const filled = { 'New password': PASSWORD, 'Confirm password': PASSWORD };
  const account = { Email: 'eve@study.example', Password: PASSWORD, 'Confirm password': PASSWORD };

  /** Posts a form twice at the same time, as a double click without script does, and once more afterwards. */
  async function pressTwice(path: string, button: string, values: Record<string, string>) {
    const visitor = await new Visitor(remote.panel.url).open(path);
    const body = visitor.getBody(button, values);
    await Promise.all([1, 2].map(() => visitor.request(path, { method: 'POST', body })));
    return visitor.open(path, { method: 'POST', body });
  }

  it.each([
    ['/create-account', 'Create account', account, 'signup'],
    ['/reset-password', 'Send the link', { Email: 'eve@study.example' }, 'v2/forgot-password'],
  ])('causes one call to the host: %s', async (path, button, values, call) => {
    const visitor = await pressTwice(path, button, values);
    expect(visitor.status).toBe(200);
    expect(visitor.url).toMatch(/\?(received|sent)$/);
    expect(remote.host.to(call)).toHaveLength(1);
  });

  it('sets the password once, and says each time that it has been saved', async () => {
    remote.host.on('v2/set-password', () =>
      remote.host.to('v2/set-password').length > 1
        ? refusal('The link has expired or has been used already')
        : envelope([{ ...ann, user_username: 'eve' }]),
    );
    const visitor = await pressTwice('/change-password/a-code', 'Set password', filled);
    expect(visitor.url).toMatch(/\/login$/);
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
    expect(remote.host.to('v2/set-password')).toHaveLength(1);
  });

  it('is sent to the host again after a failure of the host, and with another address', async () => {
    remote.host.on('signup', (_call, response) => void response.destroy());
    const visitor = await new Visitor(remote.panel.url).open('/create-account');
    const post = (body: URLSearchParams) => visitor.request(visitor.url, { method: 'POST', body });
    const body = visitor.getBody('Create account', account);
    expect((await post(body)).status).toBe(400);
    remote.host.on('signup', () => envelope([]));
    expect((await post(body)).status).toBe(302);
    const other = visitor.getBody('Create account', { ...account, Email: 'mary@study.example' });
    expect((await post(other)).status).toBe(302);
    expect(remote.host.to('signup').map(({ fields }) => fields.uemail)).toEqual([
      'eve@study.example',
      'eve@study.example',
      'mary@study.example',
    ]);
  });
});

describe('a session on a remote host', () => {
  it.each([
    ['is disabled', () => envelope([{ ...ann, u_status: 'Disabled' }])],
    ['does not exist any more', () => refusal("The specified user '7' could not be found")],
    ['has another username', () => envelope([{ ...ann, user_username: 'eve' }])],
  ])('ASVS 7.4.2: ends when its user %s', async (_, answer) => {
    remote.host.on('user/id/7', answer);
    expect((await remote.visitor.open('/countries')).url).toContain('/login');
    remote.host.on('user/id/7', () => envelope([ann]));
    expect((await remote.visitor.open('/countries')).url).toContain('/login');
  });

  it.each([
    ['is down', () => undefined],
    ['answers nothing about the user', () => envelope([])],
    ['refuses for another reason', () => refusal('The database is locked')],
    ['sends no status', () => envelope([{ user_id: '7', user_username: 'ann' }])],
  ])('goes on when the host %s', async (_, answer) => {
    remote.host.on('user/id/7', (_call, response) => {
      const value = answer();
      if (value === undefined) response.destroy();
      return value;
    });
    expect((await remote.visitor.open('/countries')).url).toMatch(/\/countries$/);
  });

  it('shows the changed name of its user', async () => {
    remote.host.on('user/id/7', () => envelope([{ ...ann, user_lname: 'Phiri' }]));
    await remote.visitor.open('/home');
    await remote.visitor.open('/home');
    expect(remote.visitor.page.getAllByText('Ann Phiri').length).toBeGreaterThan(0);
  });
});
