import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAttempt } from '~/lib/core/auth/throttle.server';
import type { FormView } from '~/lib/core/form/form-view';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { claimStep, findFactor, storeFactor } from '~/lib/core/proof/factor-store.server';
import { makeSecret } from '~/lib/core/proof/time-codes';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { hasFactor } from '~/lib/core/session/must-set-up.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import {
  action as addColor,
  loader as colorForm,
} from '../../app/routes/_signed-in+/_administration+/color.add';
import {
  action as removeAction,
  loader as removeLoader,
} from '../../app/routes/_signed-in+/_administration+/user.second-factor.$eid';
import { loader as homeLoader } from '../../app/routes/_signed-in+/home';
import { action as logout } from '../../app/routes/_signed-in+/logout';
import { action, loader } from '../../app/routes/_signed-in+/profile_.second-factor';
import {
  action as codesAction,
  loader as codesLoader,
} from '../../app/routes/_signed-in+/profile_.second-factor_.codes';
import { action as offAction } from '../../app/routes/_signed-in+/profile_.second-factor_.off';
import { action as login } from '../../app/routes/_signed-out+/login';
import {
  loader as codeLoader,
  action as enterCode,
} from '../../app/routes/_signed-out+/login_.code';
import { byName } from '../../shared/db/types';
import { callRoute, signedInAs } from '../support/call-route';
import { changeStoredSession } from '../support/change-stored-session';
import { clearFactors } from '../support/clear-factors';

const former = { ...config };
const researcher = { id: '2', username: 'lungile' };
const row = { user_id: '2', user_username: 'lungile', user_role: '2', u_status: '1' };
const PASSWORD = 'the right password';

/** Returns the code of the step that is `distance` steps away from the current one. */
const makeCode = (secret: string, distance = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + distance * 30_000,
  });
const getCookie = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const getLocation = ({ headers }: { headers: Headers }) => headers.get('location');

beforeEach(async () => {
  Object.assign(config, former);
  await clearFactors();
  vi.spyOn(getApiHost(), 'signIn').mockImplementation(async (_, password) =>
    password === PASSWORD
      ? { ok: true, value: { items: [row] } as never }
      : { ok: false, error: { kind: 'refused', message: 'incorrect' } as never },
  );
  vi.spyOn(getApiHost(), 'get').mockResolvedValue({ ok: true, value: { items: [row] } as never });
});
afterAll(() => {
  Object.assign(config, former);
  return clearFactors();
});

/** Sets up a second factor whose last accepted step is long ago. */
async function setUp() {
  const secret = makeSecret();
  const codes = (await storeFactor(researcher, secret, 0)) ?? [];
  return { secret, codes };
}

async function enterPassword() {
  const form = { email: 'lungile@panel.example', password: PASSWORD };
  const answer = await callRoute(login, '/login?to=%2Fusers', { form });
  return { answer, cookie: getCookie(answer.headers) };
}

const enter = (cookie: string, code: string) =>
  callRoute(enterCode, '/login/code?to=%2Fusers', { cookie, form: { code } });

describe('signing in with a second factor', () => {
  it('needs the password first', async () => {
    expect(getLocation(await callRoute(codeLoader, '/login/code'))).toBe('/login');
    expect(getLocation(await callRoute(enterCode, '/login/code', { form: { code: '1' } }))).toBe(
      '/login',
    );
  });

  it('gives nothing of the panel before the code', async () => {
    await setUp();
    const { answer, cookie } = await enterPassword();
    expect(getLocation(answer)).toBe('/login/code?to=%2Fusers');
    for (const guarded of [homeLoader, loader, codesLoader])
      expect(getLocation(await callRoute(guarded, '/home', { cookie }))).toMatch(/^\/login/);
  });

  it('refuses wrong codes, and makes the user wait as after wrong passwords', async () => {
    const { secret } = await setUp();
    const { cookie: last } = await enterPassword();
    for (let n = 0; n < config.SIGN_IN_ATTEMPTS; n++) {
      // The password does not reset the count.
      const { cookie } = await enterPassword();
      expect((await enter(cookie, makeCode(secret, 5 + n))).status).toBe(400);
    }
    const waiting = await enter(last, makeCode(secret));
    expect([waiting.status, waiting.headers.has('Retry-After')]).toEqual([429, true]);
    // Other people at the same address do not wait.
    expect((await enterPassword()).answer.status).toBe(302);
    const other = { account: 'other', address: 'unknown' };
    expect(await startAttempt(other)).toBe(0);
  });

  it('says that a code was used, and does not count it as a failed attempt', async () => {
    const { secret } = await setUp();
    const code = makeCode(secret);
    expect((await enter((await enterPassword()).cookie, code)).status).toBe(302);
    const { cookie } = await enterPassword();
    for (let n = 0; n <= config.SIGN_IN_ATTEMPTS; n++) {
      const answer = await enter(cookie, code);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.data)).toContain(
        'This code has been used. Wait for the next one',
      );
    }
    expect((await enter(cookie, makeCode(secret, 1))).status).toBe(302);
  });

  it.each([11, 1_000_000])(
    'accepts present codes after a code was accepted while the clock was %d steps ahead',
    async (ahead) => {
      const { secret } = await setUp();
      const step = Math.floor(Date.now() / 30_000);
      expect(await claimStep(researcher, step + ahead)).toBe(true);
      const code = makeCode(secret);
      expect((await enter((await enterPassword()).cookie, code)).status).toBe(302);
      expect((await enter((await enterPassword()).cookie, code)).status).toBe(400);
    },
  );

  it('refuses the code five minutes after the password', async () => {
    const { secret } = await setUp();
    const { cookie } = await enterPassword();
    const session = await sessionStorage.getSession(cookie);
    const pending = session.get('pending');
    if (pending)
      await changeStoredSession(cookie, { pending: { ...pending, at: Date.now() - 301_000 } });
    expect(getLocation(await enter(cookie, makeCode(secret)))).toBe('/login');
  });

  it('accepts a code once, and starts another session', async () => {
    const { secret } = await setUp();
    const { cookie } = await enterPassword();
    const code = makeCode(secret);
    const answer = await enter(cookie, code);
    expect(getLocation(answer)).toBe('/users');
    const own = getCookie(answer.headers);
    expect(own).not.toBe(cookie);
    expect((await callRoute(loader, '/profile/second-factor', { cookie: own })).status).toBe(200);
    expect((await enter((await enterPassword()).cookie, code)).status).toBe(400);
  });

  it('accepts a recovery code once, also if two requests send it together', async () => {
    const { codes } = await setUp();
    const sessions = [await enterPassword(), await enterPassword()];
    const answers = await Promise.all(
      sessions.map(({ cookie }) => enter(cookie, (codes[0] ?? '').toUpperCase())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect((await enter((await enterPassword()).cookie, codes[1] ?? '')).status).toBe(302);
  });

  it('refuses codes of the app, but not recovery codes, after the panel key was lost', async () => {
    const { secret, codes } = await setUp();
    const store = await getStore();
    await store.updateTable('second_factor').set({ secret: 'deadbeef.AAAA' }).execute();
    const { cookie } = await enterPassword();
    const refused = await enter(cookie, makeCode(secret));
    expect(JSON.stringify(refused.data)).toContain('key was lost');
    expect((await enter(cookie, codes[0] ?? '')).status).toBe(302);
  });
});

describe('the second factor of a user', () => {
  const change = (cookie: string, form: Record<string, string>) =>
    callRoute(action, '/profile/second-factor', { cookie, form });

  it('is not set up without the password and the code', async () => {
    const cookie = await signedInAs('researcher');
    for (const password of ['', 'wrong'])
      expect((await change(cookie, { intent: 'begin', password })).status).toBe(400);
    expect((await change(cookie, { intent: 'nonsense' })).status).toBe(400);
    await change(cookie, { intent: 'confirm', code: '123456' });
    expect(await hasFactor(researcher)).toBe(false);
    await change(cookie, { intent: 'begin', password: PASSWORD });
    expect((await change(cookie, { intent: 'confirm', code: '12345' })).status).toBe(400);
    expect(await hasFactor(researcher)).toBe(false);
  });

  it('is set up with a code, and its recovery codes are shown once', async () => {
    const cookie = await signedInAs('researcher');
    await change(cookie, { intent: 'begin', password: PASSWORD });
    const { data } = await callRoute(loader, '/profile/second-factor', { cookie });
    const { view } = data as { view: { secret: string; square: { size: number } } };
    expect(view.square.size).toBeGreaterThan(30);
    const secret = view.secret.replaceAll(' ', '');
    const answer = await change(cookie, { intent: 'confirm', code: makeCode(secret) });
    expect(getLocation(answer)).toBe('/profile/second-factor/codes');
    const rows = await (await getStore()).selectFrom('second_factor').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const read = async () =>
      (await callRoute(codesLoader, '/profile/second-factor/codes', { cookie })).data;
    expect(await read()).toMatchObject({ codes: expect.arrayContaining([expect.any(String)]) });
    expect(await read()).toMatchObject({ codes: undefined });
  });

  it('ends the other sessions of its user, and says so', async () => {
    const [cookie, other, foreign] = [
      await signedInAs('researcher'),
      await signedInAs('researcher'),
      await signedInAs('administrator'),
    ];
    await change(cookie, { intent: 'begin', password: PASSWORD });
    const { data } = await callRoute(loader, '/profile/second-factor', { cookie });
    const secret = (data as { view: { secret: string } }).view.secret.replaceAll(' ', '');
    await change(cookie, { intent: 'confirm', code: makeCode(secret) });
    const read = async (one: string) => (await sessionStorage.getSession(one)).data;
    expect((await read(cookie)).toast?.text).toBe('You have been signed out everywhere else');
    expect((await read(other)).user).toBeUndefined();
    expect((await read(foreign)).user?.username).toBe('mwansa');
  });

  it('is no proof if it was set up elsewhere while this session still had a secret of its own', async () => {
    const cookie = await signedInAs('researcher');
    const post = (form: Record<string, string>) =>
      callRoute(action, '/profile/second-factor', { cookie, form });
    await post({ intent: 'begin', password: PASSWORD });
    const { data } = await callRoute(loader, '/profile/second-factor', { cookie });
    const own = (data as { view: { secret: string } }).view.secret.replaceAll(' ', '');
    const { secret } = await setUp();
    await changeStoredSession(cookie, { provenAt: undefined });
    expect((await post({ intent: 'confirm', code: makeCode(own) })).status).toBe(302);
    expect((await sessionStorage.getSession(cookie)).get('provenAt')).toBeUndefined();
    expect((await findFactor(researcher))?.secret).toBe(secret);
  });

  it('gets new recovery codes only with a code, and the former ones are then refused', async () => {
    const { secret, codes } = await setUp();
    const cookie = await signedInAs('researcher');
    const make = (code: string) =>
      callRoute(codesAction, '/profile/second-factor/codes', { cookie, form: { code } });
    expect((await make('000')).status).toBe(400);
    expect((await make(makeCode(secret))).status).toBe(302);
    expect((await make(codes[0] ?? '')).status).toBe(400);
  });

  it('is turned off only with the password and a code', async () => {
    const { secret } = await setUp();
    const cookie = await signedInAs('researcher');
    const turnOff = (form: Record<string, string>) =>
      callRoute(offAction, '/profile/second-factor/off', { cookie, form });
    expect((await turnOff({ code: makeCode(secret) })).status).toBe(400);
    expect((await turnOff({ password: 'wrong', code: makeCode(secret) })).status).toBe(400);
    expect((await turnOff({ password: PASSWORD, code: '1' })).status).toBe(400);
    expect(await findFactor(researcher)).toBeDefined();
    expect((await turnOff({ password: PASSWORD, code: makeCode(secret) })).status).toBe(302);
    expect(await hasFactor(researcher)).toBe(false);
  });

  it('is removed only by administrators who have proved who they are', async () => {
    await setUp();
    const remove = async (cookie: string, form: Record<string, string> = {}) =>
      callRoute(removeAction, '/user/second-factor/2', { cookie, form, params: { eid: '2' } });
    const params = { eid: '2' };
    const cookie = await signedInAs('researcher');
    expect((await callRoute(removeLoader, '/x', { cookie, params })).status).toBe(403);
    expect((await remove(cookie)).status).toBe(403);
    const administrator = await signedInAs('administrator');
    await changeStoredSession(administrator, { provenAt: undefined });
    const asked = await remove(administrator);
    expect(asked.status).toBe(400);
    expect(asked.data).toMatchObject({ proof: { kind: 'password' } });
    expect(await hasFactor(researcher)).toBe(true);
    expect((await remove(await signedInAs('administrator'))).status).toBe(302);
    expect(await hasFactor(researcher)).toBe(false);
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  it.each([
    ['all', 'researcher', true],
    ['administrators', 'administrator', true],
    ['administrators', 'researcher', false],
    ['off', 'administrator', false],
  ] as const)('%s leads a user (%s) to the second factor: %s', async (required, role, isLed) => {
    const cookie = await signedInAs(role);
    config.REQUIRE_SECOND_FACTOR = required;
    const answer = await callRoute(homeLoader, '/home', { cookie });
    expect(getLocation(answer)).toBe(isLed ? '/profile/second-factor' : null);
  });

  it('saves no form that a user posts before the setup, and keeps its fields', async () => {
    const cookie = await signedInAs('administrator');
    config.REQUIRE_SECOND_FACTOR = 'all';
    const form = { color_name: 'Typed', color_code: '#123456', c_status: '1', _version: 'x' };
    const answer = await callRoute(addColor, '/color/add', { cookie, form });
    expect(getLocation(answer)).toBe('/profile/second-factor');
    const { db } = await openEmbeddedHost();
    expect(await byName(db).selectFrom('color').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ color_name: 'Typed' }),
    );
    const session = await sessionStorage.getSession(cookie);
    expect(session.get('toast')?.text).toContain('is saved for 15 minutes');
    config.REQUIRE_SECOND_FACTOR = 'off';
    const { data } = await callRoute(colorForm, '/color/add', { cookie });
    expect((data as FormView).draft?.initialValue?.color_name).toBe('Typed');
  });

  it('lets users sign out and set up the second factor', async () => {
    const cookie = await signedInAs('researcher');
    config.REQUIRE_SECOND_FACTOR = 'all';
    expect((await callRoute(loader, '/profile/second-factor', { cookie })).status).toBe(200);
    await setUp();
    expect((await callRoute(homeLoader, '/home', { cookie })).status).toBe(200);
    expect(getLocation(await callRoute(logout, '/logout', { cookie, form: {} }))).toBe('/login');
  });
});
