import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FormView } from '~/lib/core/form/form-view';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { getStore } from '~/lib/core/server/store.server';
import { endUserSessions } from '~/lib/core/session/end-sessions.server';
import { action as unlock, loader as unlockPage } from '../../app/routes/_locked+/unlock';
import { action, loader } from '../../app/routes/_signed-in+/_sms+/sms-category.edit.$eid';
import { action as lock } from '../../app/routes/_signed-in+/lock';
import { action as logout } from '../../app/routes/_signed-in+/logout';
import { byName } from '../../shared/db/types';
import { callRoute, signedInAs } from '../support/call-route';

const params = { eid: '78' };
const PAGE = '/sms-category/edit/78';
const typed = { sms_cat_name: 'Typed', sms_cat_description: '', c_status: '1', _version: 'x' };

beforeAll(async () => {
  const { db } = await openEmbeddedHost();
  await byName(db)
    .insertInto('sms_category')
    .values({ sms_cat_id: 78, sms_cat_name: 'Stored', sms_cat_status: 1 })
    .execute();
});

async function readName(): Promise<unknown> {
  const { db } = await openEmbeddedHost();
  const row = await byName(db)
    .selectFrom('sms_category')
    .select('sms_cat_name')
    .where('sms_cat_id', '=', 78)
    .executeTakeFirstOrThrow();
  return row.sms_cat_name;
}

async function start(): Promise<string> {
  onTestFinished(async () => {
    const store = await getStore();
    await store.deleteFrom('kept_form').execute();
    await store.deleteFrom('session').execute();
  });
  return signedInAs('administrator');
}

/** Unlocks all sessions without a password. */
async function unlockAll(): Promise<void> {
  await (await getStore()).updateTable('session').set({ locked_at: null }).execute();
}

async function readDraft(cookie: string, address = PAGE): Promise<unknown> {
  const { data } = await callRoute(loader, address, { cookie, params });
  return (data as FormView).draft?.initialValue?.sms_cat_name;
}

describe('a form that is sent after its session was ended', () => {
  it.each([
    [
      'by a sign-out in another tab',
      (cookie: string) => callRoute(logout, '/logout', { cookie, form: {} }),
    ],
    [
      'by the panel',
      () => endUserSessions({ id: '1', username: 'mwansa' }, 'a test of ended sessions'),
    ],
  ])('%s becomes a draft of its user, and of nobody else', async (_how, end) => {
    const cookie = await start();
    await end(cookie);
    const { status, headers } = await callRoute(action, PAGE, { cookie, params, form: typed });
    const to = `/login?to=${encodeURIComponent(PAGE)}&draft=1`;
    expect([status, headers.get('location')]).toEqual([302, to]);
    expect(await readName()).toBe('Stored');
    expect((await callRoute(loader, PAGE, { cookie, params })).status).toBe(302);
    expect(await readDraft(await signedInAs('researcher'))).toBeUndefined();
    expect(await readDraft(await signedInAs('administrator'))).toBe('Typed');
  });
});

describe('a session that is not locked', () => {
  it('is redirected from the page that unlocks, to the page of the address', async () => {
    const cookie = await start();
    const opened = await callRoute(unlockPage, '/unlock?to=%2Fcountries', { cookie });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/countries']);
    const form = { password: 'any' };
    const posted = await callRoute(unlock, '/unlock?to=%2Fcountries', { cookie, form });
    expect([posted.status, posted.headers.get('location')]).toEqual([302, '/countries']);
  });

  it('is never sent to another site by the page that unlocks', async () => {
    const cookie = await start();
    for (const to of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      const address = `/unlock?to=${encodeURIComponent(to)}`;
      const opened = await callRoute(unlockPage, address, { cookie });
      expect(opened.headers.get('location')).toBe('/home');
      const locked = await callRoute(lock, '/lock', { cookie, form: { _page: to } });
      expect(locked.headers.get('location')).toBe('/unlock?to=%2Fhome');
      await unlockAll();
    }
  });

  it('ends instead of being locked if it has expired', async () => {
    const cookie = await start();
    await (await getStore()).updateTable('session').set({ seen_at: 1 }).execute();
    const answer = await callRoute(lock, '/lock', { cookie, form: { _page: PAGE } });
    expect(answer.headers.get('location')).toBe('/login');
  });
});

describe('a locked session', () => {
  it('stays locked with an empty password, and with a wrong one', async () => {
    const cookie = await start();
    await callRoute(lock, '/lock', { cookie, form: {} });
    for (const password of ['', 'wrong']) {
      const answer = await callRoute(unlock, '/unlock', { cookie, form: { password } });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.data)).not.toContain('wrong');
    }
    const page = await callRoute(loader, PAGE, { cookie, params });
    expect(page.headers.get('location')).toBe('/unlock?to=%2Fsms-category%2Fedit%2F78');
  });

  it('saves no form that another tab posts, and keeps its fields', async () => {
    const cookie = await start();
    await callRoute(lock, '/lock', { cookie, form: {} });
    const answer = await callRoute(action, PAGE, { cookie, params, form: typed });
    expect(answer.headers.get('location')).toBe('/unlock?to=%2Fsms-category%2Fedit%2F78&draft=1');
    expect(await readName()).toBe('Stored');
    await unlockAll();
    expect(await readDraft(cookie)).toBe('Typed');
  });

  it('ends by its usual limit, which neither its pages nor wrong passwords extend', async () => {
    const cookie = await start();
    await callRoute(lock, '/lock', { cookie, form: {} });
    const store = await getStore();
    const seen = Date.now() - 20 * 60_000;
    await store.updateTable('session').set({ seen_at: seen }).execute();
    await callRoute(unlockPage, '/unlock', { cookie });
    await callRoute(loader, PAGE, { cookie, params });
    await callRoute(unlock, '/unlock', { cookie, form: { password: 'wrong' } });
    const row = await store.selectFrom('session').select('seen_at').executeTakeFirstOrThrow();
    expect(Number(row.seen_at)).toBe(seen);
    await store.updateTable('session').set({ seen_at: 1 }).execute();
    const answer = await callRoute(unlockPage, '/unlock', { cookie });
    expect(answer.headers.get('location')).toMatch(/^\/login/);
  });

  it('can be ended', async () => {
    const cookie = await start();
    await callRoute(lock, '/lock', { cookie, form: {} });
    const answer = await callRoute(logout, '/logout', { cookie, form: {} });
    expect(answer.headers.get('location')).toBe('/login');
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
  });
});

describe('the form on the page that was locked', () => {
  const lockForm = (cookie: string, fields: Record<string, string>) =>
    callRoute(lock, '/lock', { cookie, form: { ...typed, _page: PAGE, ...fields } });

  it('is kept, also for longer than drafts of ended sessions are', async () => {
    const cookie = await start();
    const answer = await lockForm(cookie, {});
    expect(answer.headers.get('location')).toBe('/unlock?to=%2Fsms-category%2Fedit%2F78&draft=1');
    expect(await readName()).toBe('Stored');
    await unlockAll();
    await (await getStore())
      .updateTable('kept_form')
      .set({ created_at: Date.now() - 29 * 60_000 })
      .execute();
    expect(await readDraft(cookie)).toBe('Typed');
  });

  it('replaces the draft that it has shown, and no draft of another tab', async () => {
    const cookie = await start();
    await lockForm(cookie, {});
    await lockForm(cookie, { sms_cat_name: 'Changed', _draft: 'shown' });
    const other = await lockForm(cookie, { sms_cat_name: 'Other tab' });
    await unlockAll();
    expect(await readDraft(cookie)).toBe('Changed');
    const to = new URL(other.headers.get('location') ?? '', 'http://panel.test').searchParams;
    expect(to.get('to')).toMatch(/^\/sms-category\/edit\/78\?draft=/);
    expect(await readDraft(cookie, to.get('to') ?? '')).toBe('Other tab');
  });

  it('does not keep the session from being locked if it cannot be read', async () => {
    const cookie = await start();
    const fields = Array.from({ length: 6_000 }, (_, n): [string, string] => [`n${n}`, '']);
    const answer = await callRoute(lock, '/lock', { cookie, form: fields });
    expect(answer.headers.get('location')).toBe('/unlock?to=%2Fhome');
    const page = await callRoute(loader, PAGE, { cookie, params });
    expect(page.headers.get('location')).toMatch(/^\/unlock/);
  });
});
