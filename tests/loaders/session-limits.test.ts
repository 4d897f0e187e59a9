import { describe, expect, it, onTestFinished } from 'vitest';
import { getStore } from '~/lib/core/server/store.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import { loader as home } from '../../app/routes/_signed-in+/home';
import { action as logout } from '../../app/routes/_signed-in+/logout';
import { callRoute, signedInAs } from '../support/call-route';

const MINUTE = 60_000;

/** Returns where the home page leads, or null if it opens. */
async function openHome(cookie: string): Promise<string | null> {
  return (await callRoute(home, '/home', { cookie })).headers.get('location');
}

/** Starts a session whose times lie in the past. */
async function signedInSince(minutes: { created: number; seen: number }): Promise<string> {
  const store = await getStore();
  await store.deleteFrom('session').execute();
  const cookie = await signedInAs('administrator');
  const [created_at, seen_at] = [minutes.created, minutes.seen].map(
    (ago) => Date.now() - ago * MINUTE,
  );
  await store.updateTable('session').set({ created_at, seen_at }).execute();
  return cookie;
}

describe('the end of a session', () => {
  it('a cookie opens nothing after its user has signed out', async () => {
    const cookie = await signedInAs('researcher');
    expect(await openHome(cookie)).toBeNull();
    const answer = await callRoute(logout, '/logout', { cookie, form: {} });
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
    expect(await openHome(cookie)).toMatch(/^\/login/);
  });

  it('a session ends after 30 minutes without use', async () => {
    expect(await openHome(await signedInSince({ created: 100, seen: 29 }))).toBeNull();
    expect(await openHome(await signedInSince({ created: 100, seen: 31 }))).toMatch(/^\/login/);
  });

  it('a session ends after 12 hours in any case', async () => {
    expect(await openHome(await signedInSince({ created: 12 * 60 - 1, seen: 1 }))).toBeNull();
    expect(await openHome(await signedInSince({ created: 12 * 60 + 1, seen: 1 }))).toMatch(
      /^\/login/,
    );
  });
});

describe('the cookie', () => {
  it('the cookie of a session is hidden from scripts, and not sent with posts of other sites', async () => {
    const session = await sessionStorage.getSession();
    const cookie = await sessionStorage.commitSession(session);
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
  });

  it('each session has another token of 256 bits, of which the store has only the hash', async () => {
    const store = await getStore();
    onTestFinished(async () => void (await store.deleteFrom('session').execute()));
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const cookie = await signedInAs('administrator');
        return (await sessionStorage.getSession(cookie)).id;
      }),
    );
    expect(new Set(tokens).size).toBe(20);
    for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBe(32);
    const rows = JSON.stringify(await store.selectFrom('session').selectAll().execute());
    for (const token of tokens) expect(rows).not.toContain(token);
  });
});
