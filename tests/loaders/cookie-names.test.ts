import { createCookie } from '@remix-run/node';
import { afterEach, describe, expect, it } from 'vitest';
import { computeSuffix } from '~/lib/core/server/cookie-name.server';
import { readPreferences } from '~/lib/core/server/preferences.server';
import { getCookieSecrets } from '~/lib/core/server/secret.server';
import { getStore } from '~/lib/core/server/store.server';
import { readSession } from '~/lib/core/session/read-session.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import { signedInAs } from '../support/call-route';

afterEach(async () => void (await (await getStore()).deleteFrom('session').execute()));

const read = (cookie: string) =>
  readSession(new Request('http://panel.test/x', { method: 'POST', headers: { cookie } }));

describe('the cookies of two panels on one host', () => {
  it('have other names if the panels have other stores, or the same one at other addresses', () => {
    const suffixes = [
      computeSuffix('a', ''),
      computeSuffix('b', ''),
      computeSuffix('a', 'https://one.example'),
      computeSuffix('a', 'https://one.example:8443'),
    ];
    expect(new Set(suffixes).size).toBe(4);
    expect(computeSuffix('a', '')).toBe(suffixes[0]);
    for (const suffix of suffixes) expect(suffix).toMatch(/^[\da-f]{8}$/);
  });

  it('do not end each other’s sessions', async () => {
    const own = await signedInAs('administrator');
    expect(own).toMatch(/^(__Host-)?session-[\da-f]{8}=/);
    const other = own.replace(/-[\da-f]{8}=.*/, '-00000000=of-another-panel');
    for (const cookie of [`${own}; ${other}`, `${other}; ${own}`, `session=x.y; ${own}`])
      expect((await read(cookie)).get('user')?.username).toBe('mwansa');
  });
});

/** Returns a cookie of an earlier version, over http and over https: other tests may have changed the address. */
async function serializeFormer(name: string, value: unknown, secrets?: string[]): Promise<string> {
  const cookies = [name, `__Host-${name}`].map(async (full) => {
    const [cookie = ''] = (await createCookie(full, { secrets }).serialize(value)).split(';');
    return cookie;
  });
  return (await Promise.all(cookies)).join('; ');
}

describe('a cookie of an earlier version, whose name was the same in all panels', () => {
  it('keeps its session', async () => {
    const { id } = await sessionStorage.getSession(await signedInAs('administrator'));
    const cookie = await serializeFormer('session', id, await getCookieSecrets());
    expect((await read(cookie)).get('user')?.username).toBe('mwansa');
    const forged = await serializeFormer('session', id, ['of another panel']);
    expect((await read(forged)).has('user')).toBe(false);
    expect((await read('session=; session=%ff')).has('user')).toBe(false);
  });

  it('keeps its preferences', async () => {
    const cookie = await serializeFormer('preferences', { menu: 'compact' });
    const request = new Request('http://panel.test/x', { headers: { cookie } });
    expect((await readPreferences(request)).menu).toBe('compact');
  });
});
