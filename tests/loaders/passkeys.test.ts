import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FormReply, formInputs } from '~/lib/core/form/form-view';
import type { PasskeyQuestion } from '~/lib/core/form/passkey-question';
import { getApiHost } from '~/lib/core/host/host.server';
import { findFactor, storeFactor } from '~/lib/core/proof/factor-store.server';
import { listPasskeys } from '~/lib/core/proof/passkey-store.server';
import { makeSecret } from '~/lib/core/proof/time-codes';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { hasFactor } from '~/lib/core/session/must-set-up.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import { action as removeAction } from '../../app/routes/_signed-in+/_administration+/user.second-factor.$eid';
import { loader as homeLoader } from '../../app/routes/_signed-in+/home';
import { action, loader } from '../../app/routes/_signed-in+/profile_.second-factor';
import {
  action as codesAction,
  loader as codesLoader,
} from '../../app/routes/_signed-in+/profile_.second-factor_.codes';
import {
  loader as offLoader,
  action as turnOff,
} from '../../app/routes/_signed-in+/profile_.second-factor_.off';
import { action as login } from '../../app/routes/_signed-out+/login';
import {
  loader as codeLoader,
  action as enterCode,
} from '../../app/routes/_signed-out+/login_.code';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';
import { changeStoredSession } from '../support/change-stored-session';
import { clearFactors } from '../support/clear-factors';
import { SoftwareAuthenticator } from '../support/software-authenticator';

const former = { ...config };
const PATH = '/profile/second-factor';
const PASSWORD = 'the right password';
const users = {
  researcher: { id: '2', username: 'lungile' },
  administrator: { id: '1', username: 'mwansa' },
};
const { researcher } = users;

const getCookie = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const getLocation = ({ headers }: { headers: Headers }) => headers.get('location');

beforeEach(async () => {
  Object.assign(config, former, { PUBLIC_URL: 'https://panel.test' });
  await clearFactors();
  const buildRow = (name: keyof typeof users) => ({
    ...{ user_id: users[name].id, user_username: users[name].username, u_status: '1' },
    user_role: name === 'administrator' ? '1' : '2',
  });
  vi.spyOn(getApiHost(), 'signIn').mockImplementation(async (account, password) =>
    password === PASSWORD
      ? {
          ok: true,
          value: {
            items: [buildRow(account.startsWith('mwansa') ? 'administrator' : 'researcher')],
          } as never,
        }
      : { ok: false, error: { kind: 'refused', message: 'incorrect' } as never },
  );
  vi.spyOn(getApiHost(), 'get').mockResolvedValue({
    ok: true,
    value: { items: [buildRow('researcher')] } as never,
  });
});
afterAll(() => {
  Object.assign(config, former);
  return clearFactors();
});

const post = (cookie: string, form: Record<string, string>) =>
  callRoute(action, PATH, { cookie, form });

async function read<T>(
  cookie: string,
  route: Parameters<typeof callRoute>[0] = loader,
  path = PATH,
): Promise<T> {
  return (await callRoute(route, path, { cookie })).data as T;
}

/** Names a passkey, and returns the question of the page that makes it. */
async function beginPasskey(cookie: string, name = 'Office laptop'): Promise<PasskeyQuestion> {
  expect(getLocation(await post(cookie, { intent: 'name-passkey', name }))).toBe(PATH);
  const { view } = await read<{ view: { question: PasskeyQuestion } }>(cookie);
  return view.question;
}

/** Adds a passkey of a user, and returns its authenticator. */
async function addPasskey(
  role: keyof typeof users = 'researcher',
  authenticator = new SoftwareAuthenticator(),
): Promise<SoftwareAuthenticator> {
  const cookie = await signedInAs(role);
  const credential = authenticator.create(await beginPasskey(cookie));
  const answer = await post(cookie, { intent: 'add-passkey', credential });
  expect(answer.status).toBe(302);
  return authenticator;
}

/** Enters the password of a user with a passkey, and returns the session and the question of the next page. */
async function enterPassword(account = 'lungile@panel.example') {
  const answer = await callRoute(login, '/login', { form: { email: account, password: PASSWORD } });
  const cookie = getCookie(answer.headers);
  const { factor } = await read<{ factor: { hasApp: boolean; passkey: PasskeyQuestion } }>(
    cookie,
    codeLoader,
    '/login/code',
  );
  return { cookie, factor, question: factor.passkey };
}

const enter = (cookie: string, code: string) =>
  callRoute(enterCode, '/login/code', { cookie, form: { code } });

async function forgetProof(cookie: string) {
  await changeStoredSession(cookie, { provenAt: undefined });
}

/** Makes all challenges as old as this number of seconds. */
async function ageChallenges(seconds: number) {
  const created_at = Date.now() - seconds * 1_000;
  await (await getStore()).updateTable('passkey_challenge').set({ created_at }).execute();
}

describe('signing in with a passkey', () => {
  it.each<[reason: string, Parameters<SoftwareAuthenticator['prove']>[1]]>([
    ['from another address', { origin: 'https://panel.example' }],
    ['from the same domain without https', { origin: 'http://panel.test' }],
    ['for another domain', { rpId: 'panel.example' }],
    ['without verification of the user', { verified: false }],
    ['of a new passkey', { type: 'webauthn.create' }],
    ['with a counter that has not gone up', { counter: 1 }],
    ['with a counter of zero although it counts', { counter: 0 }],
  ])('refuses an answer %s', async (_, deviations) => {
    const authenticator = await addPasskey();
    const { cookie, question } = await enterPassword();
    const answer = await enter(cookie, authenticator.prove(question, deviations));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.data)).toContain('The passkey was not accepted');
    // The page has a new question, which the honest browser answers.
    const { factor } = answer.data as FormReply;
    const next = authenticator.prove(defined(factor?.passkey));
    expect((await enter(cookie, next)).status).toBe(302);
  });

  it.each([
    ['{', 'no JSON'],
    ['{}', 'an empty object'],
    [`{"id":"${'A'.repeat(9_000)}"}`, 'too much'],
    ['{"id":1,"rawId":1,"type":"public-key","response":[]}', 'other types'],
    ['{"__proto__":{"id":"A"},"type":"public-key"}', 'a prototype'],
  ])('refuses malformed answers (%#)', async (code) => {
    await addPasskey();
    const { cookie } = await enterPassword();
    expect((await enter(cookie, code)).status).toBe(400);
  });

  it('refuses answers with malformed parts', async () => {
    const authenticator = await addPasskey();
    for (const [part, value] of [
      ['authenticatorData', 'AAAA'],
      ['authenticatorData', ''],
      ['signature', 'AAAA'],
      ['clientDataJSON', 'AAAA'],
      ['clientDataJSON', Buffer.from('{"challenge":{}}').toString('base64url')],
    ] as const) {
      const { cookie, question } = await enterPassword();
      const answer = JSON.parse(authenticator.prove(question));
      answer.response[part] = value;
      expect((await enter(cookie, JSON.stringify(answer))).status).toBe(400);
      await (await getStore()).deleteFrom('throttle').execute();
    }
  });

  it('refuses an answer that was used before, and two at the same time', async () => {
    const authenticator = await addPasskey('researcher', new SoftwareAuthenticator(0));
    const first = await enterPassword();
    const answer = authenticator.prove(first.question);
    expect((await enter(first.cookie, answer)).status).toBe(302);
    const second = await enterPassword();
    const replayed = await enter(second.cookie, answer);
    expect(replayed.status).toBe(400);
    expect(JSON.stringify(replayed.data)).toContain('too late, or twice');
    const again = authenticator.prove(second.question);
    const both = await Promise.all([enter(second.cookie, again), enter(second.cookie, again)]);
    expect(both.filter((one) => getLocation(one) === '/home')).toHaveLength(1);
  });

  it('refuses an answer to the question of another session', async () => {
    const authenticator = await addPasskey();
    const [own, other] = [await enterPassword(), await enterPassword()];
    const answer = authenticator.prove(other.question);
    expect((await enter(own.cookie, answer)).status).toBe(400);
    expect((await enter(other.cookie, answer)).status).toBe(302);
  });

  it('refuses an invented challenge', async () => {
    const authenticator = await addPasskey();
    const { cookie, question } = await enterPassword();
    const answer = authenticator.prove(question, { challenge: 'A'.repeat(43) });
    expect((await enter(cookie, answer)).status).toBe(400);
  });

  it('refuses an answer after five minutes', async () => {
    const authenticator = await addPasskey();
    const { cookie, question } = await enterPassword();
    const answer = authenticator.prove(question);
    await ageChallenges(301);
    expect((await enter(cookie, answer)).status).toBe(400);
  });

  it('refuses the passkey of another user', async () => {
    await addPasskey();
    const other = await addPasskey('administrator');
    const { cookie, question } = await enterPassword();
    expect((await enter(cookie, other.prove(question))).status).toBe(400);
    const own = await enterPassword('mwansa@panel.example');
    expect((await enter(own.cookie, other.prove(own.question))).status).toBe(302);
  });

  it('refuses a removed passkey, and one that claims the id of another', async () => {
    const authenticator = await addPasskey();
    await addPasskey();
    const { cookie, question } = await enterPassword();
    const impostor = new SoftwareAuthenticator();
    const forged = { ...JSON.parse(impostor.prove(question)), id: authenticator.id };
    expect((await enter(cookie, JSON.stringify(forged))).status).toBe(400);
    const next = await enterPassword();
    const answer = authenticator.prove(next.question);
    const [first] = await listPasskeys(researcher);
    const own = await signedInAs('researcher');
    await post(own, { intent: 'remove-passkey', id: defined(first).id });
    expect((await enter(next.cookie, answer)).status).toBe(400);
  });

  it('makes the user wait after refused passkeys, as after wrong codes', async () => {
    const authenticator = await addPasskey();
    for (let n = 0; n < config.SIGN_IN_ATTEMPTS; n++) {
      const { cookie, question } = await enterPassword();
      await enter(cookie, authenticator.prove(question, { verified: false }));
    }
    const { cookie, question } = await enterPassword();
    const waiting = await enter(cookie, authenticator.prove(question));
    expect([waiting.status, waiting.headers.has('Retry-After')]).toEqual([429, true]);
  });

  it('is not offered at an address for which browsers make no passkeys, nor at another domain', async () => {
    const authenticator = await addPasskey();
    const { cookie, question } = await enterPassword();
    const answer = authenticator.prove(question);
    for (const PUBLIC_URL of ['http://panel.test', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
      Object.assign(config, { PUBLIC_URL });
      expect((await enterPassword()).question).toBeUndefined();
      const refused = await enter(cookie, answer);
      expect(JSON.stringify(refused.data)).toContain('it must begin with https');
    }
    Object.assign(config, { PUBLIC_URL: 'https://moved.test' });
    expect((await enterPassword()).question).toBeUndefined();
    Object.assign(config, { PUBLIC_URL: 'http://localhost:3000' });
    expect(await beginPasskey(await signedInAs('researcher'))).toMatchObject({
      origin: 'http://localhost:3000',
    });
  });

  it.each([1, 0])(
    'accepts a passkey whose counter starts at %s, again and again',
    async (start) => {
      const authenticator = await addPasskey('researcher', new SoftwareAuthenticator(start));
      for (let n = 0; n < 2; n++) {
        const { cookie, question } = await enterPassword();
        const { options } = question;
        expect(options).toMatchObject({ userVerification: 'required', rpId: 'panel.test' });
        const answer = await enter(cookie, authenticator.prove(question));
        expect(answer.status).toBe(302);
        const own = getCookie(answer.headers);
        expect((await callRoute(loader, PATH, { cookie: own })).status).toBe(200);
      }
      expect((await listPasskeys(researcher))[0]?.usedAt).toBeGreaterThan(Date.now() - 60_000);
    },
  );

  it('accepts a recovery code of a user who has only a passkey, but no other code', async () => {
    const cookie = await signedInAs('researcher');
    const credential = new SoftwareAuthenticator().create(await beginPasskey(cookie));
    const answer = await post(cookie, { intent: 'add-passkey', credential });
    expect(getLocation(answer)).toBe(`${PATH}/codes`);
    const { codes } = await read<{ codes: string[] }>(cookie, codesLoader, `${PATH}/codes`);
    expect(codes).toHaveLength(10);
    const { cookie: pending, factor } = await enterPassword();
    expect(factor.hasApp).toBe(false);
    const wrong = await enter(pending, '123456');
    expect(JSON.stringify(wrong.data)).toContain('The recovery code is incorrect');
    expect((await enter(pending, codes[0] ?? '')).status).toBe(302);
  });
});

describe('adding a passkey', () => {
  it('ends the other sessions of its user, and says so', async () => {
    const [cookie, other] = [await signedInAs('researcher'), await signedInAs('researcher')];
    const authenticator = new SoftwareAuthenticator();
    const credential = authenticator.create(await beginPasskey(cookie));
    expect((await post(cookie, { intent: 'add-passkey', credential })).status).toBe(302);
    const { toast } = (await sessionStorage.getSession(cookie)).data;
    expect(toast?.text).toBe('You have been signed out everywhere else');
    expect(getLocation(await callRoute(homeLoader, '/home', { cookie: other }))).toBe('/login');
  });

  it('needs a recent proof and a name', async () => {
    const cookie = await signedInAs('researcher');
    for (const name of ['', ' ', 'x'.repeat(61)])
      expect((await post(cookie, { intent: 'name-passkey', name })).status).toBe(400);
    await forgetProof(cookie);
    const asked = await post(cookie, { intent: 'name-passkey', name: 'Office laptop' });
    expect([asked.status, asked.data]).toMatchObject([400, { proof: { kind: 'password' } }]);
    const wrong = { intent: 'name-passkey', name: 'x', [formInputs.proof]: 'wrong' };
    expect((await post(cookie, wrong)).status).toBe(400);
    expect(await read(cookie)).toMatchObject({ view: { state: 'off' } });
    const right = { ...wrong, [formInputs.proof]: PASSWORD };
    expect(getLocation(await post(cookie, right))).toBe(PATH);
    expect(await read(cookie)).toMatchObject({ view: { state: 'adding', name: 'x' } });
  });

  it('is refused at an address for which browsers make no passkeys', async () => {
    Object.assign(config, { PUBLIC_URL: 'http://panel.test' });
    const cookie = await signedInAs('researcher');
    const refused = await post(cookie, { intent: 'name-passkey', name: 'x' });
    expect([refused.status, JSON.stringify(refused.data)]).toMatchObject([
      400,
      expect.stringContaining('it must begin with https'),
    ]);
    const { data } = await callRoute(loader, `${PATH}?add=passkey`, { cookie });
    expect(data).toMatchObject({ view: { state: 'naming', canAddPasskey: false } });
  });

  it.each<[reason: string, Parameters<SoftwareAuthenticator['create']>[1]]>([
    ['from another address', { origin: 'https://panel.example' }],
    ['for another domain', { rpId: 'panel.example' }],
    ['without verification of the user', { verified: false }],
    ['of a passkey in use', { type: 'webauthn.get' }],
    ['to an invented challenge', { challenge: 'A'.repeat(43) }],
  ])('refuses an answer %s', async (_, deviations) => {
    const cookie = await signedInAs('researcher');
    const credential = new SoftwareAuthenticator().create(await beginPasskey(cookie), deviations);
    const answer = await post(cookie, { intent: 'add-passkey', credential });
    expect([answer.status, await hasFactor(researcher)]).toEqual([400, false]);
  });

  it('refuses malformed JSON and CBOR', async () => {
    const cookie = await signedInAs('researcher');
    const authenticator = new SoftwareAuthenticator();
    const send = async (change: (answer: { response: Record<string, unknown> }) => void) => {
      const answer = JSON.parse(authenticator.create(await beginPasskey(cookie)));
      change(answer);
      return post(cookie, { intent: 'add-passkey', credential: JSON.stringify(answer) });
    };
    for (const attestationObject of ['', 'AAAA', 'oWNmbXRkbm9uZQ', 'v'.repeat(100), '_'.repeat(64)])
      expect(
        (await send(({ response }) => Object.assign(response, { attestationObject }))).status,
      ).toBe(400);
    for (const transports of ['usb', [1], ['x'.repeat(21)], Array(11).fill('usb')])
      expect((await send(({ response }) => Object.assign(response, { transports }))).status).toBe(
        400,
      );
    for (const credential of ['', '[]', 'null', 'x'.repeat(9_000)])
      expect((await post(cookie, { intent: 'add-passkey', credential })).status).toBe(400);
    expect(await hasFactor(researcher)).toBe(false);
  });

  it('refuses an answer twice, in another session, and after five minutes', async () => {
    const [cookie, other] = [await signedInAs('researcher'), await signedInAs('researcher')];
    const credential = new SoftwareAuthenticator().create(await beginPasskey(cookie));
    await beginPasskey(other);
    expect((await post(other, { intent: 'add-passkey', credential })).status).toBe(400);
    await ageChallenges(301);
    expect((await post(cookie, { intent: 'add-passkey', credential })).status).toBe(400);
    const fresh = new SoftwareAuthenticator().create(await beginPasskey(cookie));
    expect((await post(cookie, { intent: 'add-passkey', credential: fresh })).status).toBe(302);
    await beginPasskey(cookie);
    expect((await post(cookie, { intent: 'add-passkey', credential: fresh })).status).toBe(400);
    expect(await listPasskeys(researcher)).toHaveLength(1);
  });

  it('refuses a passkey that another user has added, and an eleventh one', async () => {
    const authenticator = await addPasskey('administrator');
    const cookie = await signedInAs('researcher');
    const credential = authenticator.create(await beginPasskey(cookie));
    const refused = await post(cookie, { intent: 'add-passkey', credential });
    expect([refused.status, await hasFactor(researcher)]).toEqual([400, false]);
    for (let n = 0; n < 10; n++) await addPasskey();
    const last = await signedInAs('researcher');
    const eleventh = new SoftwareAuthenticator().create(await beginPasskey(last));
    expect((await post(last, { intent: 'add-passkey', credential: eleventh })).status).toBe(400);
    expect(await listPasskeys(researcher)).toHaveLength(10);
  });

  it('lists its name and use, and tells the browser which passkeys it has', async () => {
    const authenticator = await addPasskey();
    const cookie = await signedInAs('researcher');
    expect(await read(cookie)).toMatchObject({
      view: { state: 'on', codesLeft: 10, passkeys: [{ name: 'Office laptop', used: undefined }] },
    });
    const question = await beginPasskey(cookie);
    expect(question).toMatchObject({
      origin: 'https://panel.test',
      options: {
        excludeCredentials: [{ id: authenticator.id }],
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      },
    });
    expect(getLocation(await post(cookie, { intent: 'cancel' }))).toBe(PATH);
    expect(await read(cookie)).toMatchObject({ view: { state: 'on' } });
  });

  it('keeps the app and the recovery codes of a user who has an app', async () => {
    const secret = makeSecret();
    const codes = (await storeFactor(researcher, secret, 0)) ?? [];
    await addPasskey();
    expect((await findFactor(researcher))?.secret).toBe(secret);
    const { cookie, factor } = await enterPassword();
    expect(factor.hasApp).toBe(true);
    expect((await enter(cookie, codes[0] ?? '')).status).toBe(302);
  });
});

describe('a passkey of a signed-in user', () => {
  const removePasskey = async (cookie: string, form: Record<string, string> = {}) => {
    const [first] = await listPasskeys(researcher);
    return post(cookie, { intent: 'remove-passkey', id: defined(first).id, ...form });
  };

  it('is not removed without a recent proof, nor by another user', async () => {
    const authenticator = await addPasskey();
    const cookie = await signedInAs('researcher');
    await forgetProof(cookie);
    const asked = await removePasskey(cookie);
    expect([asked.status, asked.data]).toMatchObject([
      400,
      { proof: { kind: 'code', hasApp: false, passkey: { kind: 'prove' } } },
    ]);
    // The password is no proof for a user with a second factor.
    expect((await removePasskey(cookie, { [formInputs.proof]: PASSWORD })).status).toBe(400);
    await removePasskey(await signedInAs('administrator'));
    expect(await listPasskeys(researcher)).toHaveLength(1);
    const next = (await removePasskey(cookie)).data as FormReply;
    const proof = authenticator.prove(defined(next.proof?.passkey));
    expect((await removePasskey(cookie, { [formInputs.proof]: proof })).status).toBe(302);
    expect(await hasFactor(researcher)).toBe(false);
  });

  it('leaves the rest of the second factor on when it is removed', async () => {
    await storeFactor(researcher, makeSecret(), 0);
    await addPasskey();
    const cookie = await signedInAs('researcher');
    expect((await removePasskey(cookie)).status).toBe(302);
    expect(await read(cookie)).toMatchObject({
      view: { state: 'on', passkeys: [], codesLeft: 10 },
    });
  });

  it('is needed before an app is added, and does not need the app afterwards', async () => {
    const authenticator = await addPasskey();
    const cookie = await signedInAs('researcher');
    await forgetProof(cookie);
    const asked = await post(cookie, { intent: 'begin', password: PASSWORD });
    expect([asked.status, asked.data]).toMatchObject([400, { proof: { kind: 'code' } }]);
    const question = defined((asked.data as FormReply).proof?.passkey);
    const proof = authenticator.prove(question);
    const begun = await post(cookie, { intent: 'begin', [formInputs.proof]: proof });
    expect(getLocation(begun)).toBe(PATH);
    expect(await read(cookie)).toMatchObject({ view: { state: 'setup' } });
  });

  it('makes new recovery codes, and turns the second factor off with the password', async () => {
    const authenticator = await addPasskey();
    const cookie = await signedInAs('researcher');
    const { factor } = await read<{ factor: { passkey: PasskeyQuestion } }>(
      cookie,
      codesLoader,
      `${PATH}/codes`,
    );
    const form = { code: authenticator.prove(factor.passkey) };
    expect((await callRoute(codesAction, `${PATH}/codes`, { cookie, form })).status).toBe(302);
    const off = await read<{ factor: { passkey: PasskeyQuestion } }>(
      cookie,
      offLoader,
      `${PATH}/off`,
    );
    const code = authenticator.prove(off.factor.passkey);
    const wrong = { code, password: 'wrong' };
    expect((await callRoute(turnOff, `${PATH}/off`, { cookie, form: wrong })).status).toBe(400);
    const right = { code, password: PASSWORD };
    expect((await callRoute(turnOff, `${PATH}/off`, { cookie, form: right })).status).toBe(302);
    expect(await listPasskeys(researcher)).toEqual([]);
    expect(await hasFactor(researcher)).toBe(false);
  });

  it('is removed by administrators together with the second factor', async () => {
    await addPasskey();
    const cookie = await signedInAs('administrator');
    const params = { eid: '2' };
    const answer = await callRoute(removeAction, '/user/second-factor/2', {
      ...{ cookie, form: {}, params },
    });
    expect(answer.status).toBe(302);
    expect(await listPasskeys(researcher)).toEqual([]);
    expect(await hasFactor(researcher)).toBe(false);
  });

  it('satisfies REQUIRE_SECOND_FACTOR', async () => {
    const cookie = await signedInAs('researcher');
    config.REQUIRE_SECOND_FACTOR = 'all';
    expect(getLocation(await callRoute(homeLoader, '/home', { cookie }))).toBe(PATH);
    await addPasskey();
    const next = await signedInAs('researcher');
    expect((await callRoute(homeLoader, '/home', { cookie: next })).status).toBe(200);
  });
});
