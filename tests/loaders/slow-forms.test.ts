import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { ActionFunctionArgs } from '@remix-run/node';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FormView } from '~/lib/core/form/form-view';
import { readForm } from '~/lib/core/form/read-form.server';
import { getApiHost } from '~/lib/core/host/host.server';
import { getStore } from '~/lib/core/server/store.server';
import { endUserSessions } from '~/lib/core/session/end-sessions.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { hashToken } from '~/lib/core/session/live-sessions.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import { action as unlock } from '../../app/routes/_locked+/unlock';
import {
  action as addCategory,
  loader as categoryForm,
} from '../../app/routes/_signed-in+/_sms+/sms-category.add';
import { action as lock } from '../../app/routes/_signed-in+/lock';
import { action as logout } from '../../app/routes/_signed-in+/logout';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';
import { changeStoredSession } from '../support/change-stored-session';
import { sendSlowly } from '../support/slow-form';

interface RouteModule {
  action?: (args: ActionFunctionArgs) => unknown;
}

const modules = import.meta.glob<RouteModule>(
  ['/app/routes/_signed-in+/**/*.{ts,tsx}', '/app/routes/_locked+/*.tsx'],
  { eager: true },
);
const actions = Object.entries(modules).flatMap(([file, { action }]) =>
  action ? [{ name: file.replace('/app/routes/', ''), action }] : [],
);
const params = {
  eid: '1',
  fid: '1',
  entity: 'resource',
  field: 'resource_url',
  participant: '1',
  record: '1',
  change: '1',
  token: '1',
  '*': 'users',
};
const user = { id: '1', username: 'mwansa', name: 'Mwansa', email: '', role: '2' };

/** The changes of the user while the form is being sent, each with the answer that must follow. */
const events: {
  what: string;
  happen: (cookie: string) => Promise<unknown>;
  isRefused: { status: number; location: RegExp };
}[] = [
  {
    what: 'disabled',
    happen: () => endUserSessions(user, 'the user was disabled'),
    isRefused: { status: 302, location: /^\/login/ },
  },
  {
    what: 'signed out',
    happen: (cookie) => callRoute(logout, '/logout', { cookie, form: {} }),
    isRefused: { status: 302, location: /^\/login/ },
  },
  {
    what: 'demoted',
    happen: (cookie) => changeStoredSession(cookie, { user }),
    isRefused: { status: 403, location: /^$/ },
  },
  {
    what: 'locked',
    happen: (cookie) => callRoute(lock, '/lock', { cookie, form: {} }),
    isRefused: { status: 302, location: /^\/unlock/ },
  },
];

afterEach(async () => {
  const store = await getStore();
  await store.deleteFrom('kept_form').execute();
  await store.deleteFrom('session').execute();
  await store.deleteFrom('ended_session').execute();
  await store.deleteFrom('audit_intent').execute();
  await store.deleteFrom('security_count').execute();
});

/** The actions that read no form, so that they act at once on a session that has just been read. */
const withoutForm = [
  '_signed-in+/_main-app+/erasure.$id.tsx',
  '_signed-in+/_main-app+/participant.report.$eid_.file.ts',
  '_signed-in+/_messenger+/conversations.tsx',
  '_signed-in+/_messenger+/conversations_.progress.ts',
  '_signed-in+/export.$.ts',
  '_signed-in+/exported.$token.tsx',
  '_signed-in+/exported.$token_.$part.ts',
  '_signed-in+/gallery-images.ts',
  '_signed-in+/logout.ts',
  '_signed-in+/session.ts',
];
/** The actions of locked sessions. The one locks before it reads the form, the other one unlocks. */
const ofLock = ['_signed-in+/lock.ts', '_locked+/unlock.tsx'];

/** Calls an action with a form that stops in the middle, and lets `happen` run meanwhile. */
async function post({ action }: RouteModule, cookie: string, happen: () => Promise<unknown>) {
  const form = sendSlowly({ _version: '1', reason: 'x', uid: '1' });
  const answer = callRoute(defined(action), '/somewhere', { cookie, params, body: form.body });
  const hasRead = await Promise.race([answer.then(() => false), form.isWaiting.then(() => true)]);
  if (hasRead) await happen();
  form.finish();
  return { hasRead, answer: await answer };
}

it('every action reads its form, except those that have none', async () => {
  expect(actions.length).toBeGreaterThan(60);
  const unread: string[] = [];
  for (const route of actions.filter(({ name }) => !ofLock.includes(name))) {
    const { hasRead } = await post(route, await signedInAs('administrator'), async () => {});
    if (!hasRead) unread.push(route.name);
  }
  expect(unread).toEqual(withoutForm);
});

describe.each(events)('a form whose user is $what while it is sent', ({ happen, isRefused }) => {
  it.each(actions.filter(({ name }) => ![...withoutForm, ...ofLock].includes(name)))(
    'is not carried out by the action of $name',
    async (route) => {
      const cookie = await signedInAs('administrator');
      const { answer } = await post(route, cookie, () => happen(cookie));
      expect(answer.headers.get('location') ?? '').toMatch(isRefused.location);
      expect(answer.status).toBe(isRefused.status);
    },
  );
});

it('a session is not unlocked by a form that was begun before the session ended', async () => {
  const cookie = await signedInAs('administrator');
  await callRoute(lock, '/lock', { cookie, form: {} });
  const signIn = vi.spyOn(getApiHost(), 'signIn');
  onTestFinished(() => signIn.mockRestore());
  const { hasRead, answer } = await post({ action: unlock }, cookie, () =>
    endUserSessions(user, 'the user was disabled'),
  );
  expect([hasRead, answer.headers.get('location')]).toEqual([
    true,
    expect.stringMatching(/^\/login/),
  ]);
  expect(signIn).not.toHaveBeenCalled();
});

it('a file is cut off if its user is disabled while it is sent', async () => {
  const cookie = await signedInAs('administrator');
  const { id } = await sessionStorage.getSession(cookie);
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  let goOn = () => {};
  const isDisabled = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* write() {
    yield new TextEncoder().encode(`${head}begin`);
    await isDisabled;
    yield new TextEncoder().encode('end\r\n--x--\r\n');
  }
  const request = new Request('http://panel.test/upload', {
    ...{ method: 'POST', duplex: 'half' },
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
    body: NodeReadableStream.from(write()),
  } as RequestInit);
  await requireSignedIn(request);
  const received: string[] = [];
  let end: unknown;
  const read = readForm(request, { fields: [] }, async (_input, { stream }) => {
    try {
      for await (const chunk of stream) received.push(String(chunk));
    } catch (error) {
      end = error;
    }
  });
  await vi.waitFor(() => expect(received).toEqual(['begin']));
  await (await getStore()).deleteFrom('session').where('token_hash', '=', hashToken(id)).execute();
  goOn();
  await expect(read).rejects.toMatchObject({ status: 302 });
  expect(end).toMatchObject({ status: 302 });
});

it('no form is read without a guard', async () => {
  const request = new Request('http://panel.test/x', { method: 'POST', body: new FormData() });
  await expect(readForm(request, { fields: [] })).rejects.toThrow('must call a guard');
});

describe('a form that does not arrive within 60 seconds', () => {
  const PAGE = '/sms-category/add';
  const typed = { _version: 'x', sms_cat_name: 'Typed', sms_cat_description: 'cut' };

  /** Sends a form that stops in the middle, for this number of milliseconds. */
  async function stop(cookie: string, fields: Record<string, string>, ms: number) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const form = sendSlowly(fields);
    const answer = callRoute(addCategory, PAGE, { cookie, body: form.body });
    await form.isWaiting;
    // The reader takes what has arrived.
    await nextRound();
    vi.advanceTimersByTime(ms);
    vi.useRealTimers();
    return { form, answer };
  }

  it('is answered with 408, closes its connection and keeps what has arrived', async () => {
    const cookie = await signedInAs('administrator');
    const { answer } = await stop(cookie, typed, 60_000);
    const { status, headers, response } = await answer;
    expect([status, headers.get('connection')]).toEqual([408, 'close']);
    expect(await response?.text()).toMatch(
      /^The form did not arrive within 60 seconds, so nothing was saved\. What arrived of it is kept/,
    );
    const { data } = await callRoute(categoryForm, PAGE, { cookie });
    expect((data as FormView).draft?.initialValue).toMatchObject({ sms_cat_name: 'Typed' });
  });

  it('is answered with 408 and the way on, if it is no form of a record', async () => {
    const { _version: _, ...other } = typed;
    const { answer } = await stop(await signedInAs('administrator'), other, 60_000);
    expect(await (await answer).response?.text()).toContain('go back and send it again.');
  });

  it('is saved if the rest arrives just before', async () => {
    const cookie = await signedInAs('administrator');
    const { form, answer } = await stop(cookie, { ...typed, c_status: '1' }, 59_999);
    form.finish();
    expect(await answer).toMatchObject({ status: 302 });
  });
});
