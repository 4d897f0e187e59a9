import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined';
import { addUser, startHost, type TestHost } from '../../support/start-host';

const CURRENT = 'correct horse battery';
const NEW = 'maize lantern otter';
const WRONG = 'The current password is incorrect';

const change = (host: TestHost, fields: Record<string, string>) =>
  host.post('account/change-own-password', {
    uusername: 'ann',
    ucurrent: CURRENT,
    upassword: NEW,
    ...fields,
  });
const signIn = async (host: TestHost, password: string) =>
  (await host.post('login', { username: 'ann', password })).succeeded;

describe('ASVS 6.2.3: a user’s own password', () => {
  it.each([
    [{ uusername: '' }, 'Username is required'],
    [{ ucurrent: '' }, 'Current password is required'],
    [{ upassword: '' }, 'Password is required'],
    [{ ucurrent: 'wrong' }, WRONG],
    [{ uusername: 'nobody' }, WRONG],
    [{ uusername: 'admin' }, WRONG],
    [{ uusername: 'ANN' }, WRONG],
    [{ uusername: 'ann@research.example' }, WRONG],
    [{ ucurrent: 'x'.repeat(100_000) }, WRONG],
    [{ upassword: 'short' }, 'Password must be 12 characters or more'],
    [{ upassword: 'ann@research.example' }, 'Password must not contain your name or email address'],
    [{ upassword: CURRENT }, 'The new password must be different from the current one'],
  ])('is not changed by a request with %j', async (fields, message) => {
    const host = await startHost();
    await addUser(host);
    expect(await change(host, fields)).toMatchObject({ succeeded: false, message, items: [] });
    expect(await signIn(host, CURRENT)).toBe(true);
    expect(host.errors).toEqual([]);
  });

  it('is changed with the current password, and links that were mailed before become invalid', async () => {
    const host = await startHost();
    await addUser(host);
    await host.post('account/reset', { uemail: 'ann@research.example' });
    const ucode = /change-password\/(\S+)/.exec(defined(host.mails[0]).text)?.[1] ?? '';
    const answer = await change(host, {});
    expect(answer.items[0]).toMatchObject({ user_username: 'ann' });
    expect(JSON.stringify(answer)).not.toMatch(/argon2/);
    expect([await signIn(host, CURRENT), await signIn(host, NEW)]).toEqual([false, true]);
    const late = { ucode, upassword: 'another long password' };
    expect((await host.post('account/change-password', late)).succeeded).toBe(false);
  });

  it('is changed once when two requests change it at the same time', async () => {
    const host = await startHost();
    await addUser(host);
    const answers = await Promise.all(
      ['maize lantern otter', 'otter lantern maize'].map((upassword) =>
        change(host, { upassword }),
      ),
    );
    expect(answers.map(({ succeeded }) => succeeded).sort()).toEqual([false, true]);
  });
});

describe('ASVS 6.3.1: a host that others call over HTTP slows guessing down', () => {
  const from = async (host: TestHost, username: string, address: string, password = 'wrong') => {
    const request = new Request('http://host.test/login', {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    });
    return host.host.fetch(request, { address });
  };

  it('makes further attempts on an account wait, whichever address they come from', async () => {
    const host = await startHost({ signInAttempts: 3 });
    await addUser(host);
    for (const address of ['a', 'b', 'c'])
      expect((await from(host, ' ANN', address)).status).toBe(200);
    const refused = await from(host, 'ann', 'd', CURRENT);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    const { message, succeeded } = await refused.json();
    expect([succeeded, message]).toEqual([
      false,
      expect.stringMatching(/^Too many attempts. Please try again in 1[45] minutes.$/),
    ]);
    expect((await from(host, 'eve', 'd')).status).toBe(200);
  });

  it('counts simultaneous attempts, and forgets failed ones after a right password', async () => {
    const host = await startHost({ signInAttempts: 3 });
    await addUser(host);
    for (let round = 0; round < 3; round++) {
      await from(host, 'ann', 'a');
      expect(await (await from(host, 'ann', 'a', CURRENT)).json()).toMatchObject({
        succeeded: true,
      });
    }
    const all = await Promise.all(Array.from({ length: 9 }, () => from(host, 'ann', 'a')));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('makes a client wait whose address has tried many accounts', async () => {
    const host = await startHost({ signInAttempts: 1 });
    for (let n = 0; n < 20; n++) expect((await from(host, `nobody${n}`, 'a')).status).toBe(200);
    expect((await from(host, 'nobody20', 'a')).status).toBe(429);
    expect((await from(host, 'nobody20', 'b')).status).toBe(200);
  });

  it('makes clients wait whose IPv6 network has tried many accounts', async () => {
    const host = await startHost({ signInAttempts: 1 });
    for (let n = 0; n < 20; n++)
      expect((await from(host, `nobody${n}`, `2001:db8::${n + 1}`)).status).toBe(200);
    expect((await from(host, 'nobody20', '2001:db8::ffff')).status).toBe(429);
    expect((await from(host, 'nobody20', '2001:db8:0:1::1')).status).toBe(200);
  });

  it('counts a wrong current password too', async () => {
    const host = await startHost({ signInAttempts: 2 });
    await addUser(host);
    for (let n = 0; n < 2; n++)
      expect((await change(host, { ucurrent: 'no' })).message).toBe(WRONG);
    expect((await change(host, {})).message).toMatch(/^Too many attempts/);
  });
});
