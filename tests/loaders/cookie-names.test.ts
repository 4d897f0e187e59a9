import { createCookie } from '@remix-run/node';
import { afterEach, describe, expect, it } from 'vitest';
import { computeSuffix } from '~/lib/server/cookie-name.server';
import { readPreferences } from '~/lib/server/preferences.server';
import { getCookieSecrets } from '~/lib/server/secret.server';
import { getStore } from '~/lib/server/store.server';
import { readSession } from '~/lib/session/read-session.server';
import { sessionStorage } from '~/lib/session/session.server';
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
    expect(own).toMatch(/^session-[\da-f]{8}=/);
    const other = own.replace(/^session-[\da-f]{8}=.*/, 'session-00000000=of-another-panel');
    for (const cookie of [`${own}; ${other}`, `${other}; ${own}`, `session=x.y; ${own}`])
      expect((await read(cookie)).get('user')?.username).toBe('mwansa');
  });
});

describe('a cookie of an earlier version, whose name was the same in all panels', () => {
  it('keeps its session', async () => {
    const { id } = await sessionStorage.getSession(await signedInAs('administrator'));
    const former = createCookie('session', { secrets: await getCookieSecrets() });
    const [cookie = ''] = (await former.serialize(id)).split(';');
    expect((await read(cookie)).get('user')?.username).toBe('mwansa');
    expect((await read(`${cookie.slice(0, -3)}xyz`)).has('user')).toBe(false);
    expect((await read('session=; session=%ff')).has('user')).toBe(false);
  });

  it('keeps its preferences', async () => {
    const [cookie = ''] = (await createCookie('preferences').serialize({ menu: 'compact' })).split(
      ';',
    );
    const request = new Request('http://panel.test/x', { headers: { cookie } });
    expect((await readPreferences(request)).menu).toBe('compact');
  });
});
