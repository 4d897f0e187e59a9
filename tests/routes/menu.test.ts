import { describe, expect, it } from 'vitest';
import { menu } from '~/lib/menu';
import { sharedDemo } from '../support/embedded';
import type { Visitor } from '../support/visitor';

const demo = sharedDemo();

/** Returns the titles of the open groups of the menu. */
function listOpenGroups({ document }: Visitor): (string | null | undefined)[] {
  const groups = document.querySelectorAll('#menu details[open]');
  return [...groups].map((group) => group.querySelector('summary')?.textContent);
}

const all = menu.map(({ title }) => title);

/** Posts a form like script does when a user opens or folds a group. */
function post(visitor: Visitor, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ to: '/home', ...fields });
  return visitor.request('/preferences', { method: 'POST', body });
}

describe('the groups of the menu', () => {
  it('cannot be folded by a visitor who is not signed in', async () => {
    const answer = await post(demo.stranger(), { groups: 'sms' });
    expect(answer.headers.get('location')).toBe('/login');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each<Record<string, string>>([
    { groups: 'planets' },
    { groups: '' },
    { 'open.sms': 'on' },
    { folded: 'sms' },
  ])('stay as they are after the invalid choice %j', async (fields) => {
    const visitor = await demo.signedIn();
    expect((await post(visitor, fields)).status).toBe(302);
    await visitor.open('/home');
    expect(listOpenGroups(visitor)).toEqual(all);
  });

  it('stay open if a cookie names groups that do not exist', async () => {
    const visitor = await demo.signedIn();
    const value = Buffer.from(JSON.stringify({ menu: 'compact', folded: ['planets'] }));
    const cookie = `${visitor.cookieHeader}; preferences=${encodeURIComponent(value.toString('base64'))}`;
    const answer = await fetch(`${demo.panel.url}/home`, { headers: { cookie } });
    const html = await answer.text();
    expect(html).toContain('Expand menu');
    expect(html.match(/<details open/g)).toHaveLength(all.length);
  });

  it('stay folded on the next pages, except for the group of the current page', async () => {
    const visitor = await demo.signedIn();
    await post(visitor, { groups: 'messenger' });
    await post(visitor, { groups: 'sms' });
    await visitor.open('/countries');
    expect(listOpenGroups(visitor)).toEqual(['Administration', 'Main App']);
    for (const path of ['/phones', '/phone/edit/%2B260000000002', '/columns/phones']) {
      await visitor.open(path);
      expect(listOpenGroups(visitor), path).toEqual(['Administration', 'Main App', 'Messenger']);
    }
    await post(visitor, { groups: 'messenger', 'open.messenger': 'on' });
    await visitor.open('/countries');
    expect(listOpenGroups(visitor)).toEqual(['Administration', 'Main App', 'Messenger']);
    expect(visitor.cookieHeader).toMatch(/preferences-[\da-f]{8}=/);
  });

  it('are chosen in the profile, without script', async () => {
    const visitor = await (await demo.signedIn()).open('/profile');
    await visitor.press('Save menu', { Administration: '', SMS: '' });
    expect(new URL(visitor.url).pathname).toBe('/profile');
    expect(listOpenGroups(visitor)).toEqual(['Main App', 'Messenger']);
    const boxes = visitor.page.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true, true, false]);
    await visitor.press('Collapse menu');
    await visitor.press('Save menu', { SMS: 'on' });
    expect(listOpenGroups(visitor)).toEqual(['Main App', 'Messenger', 'SMS']);
    expect(visitor.page.getByRole('button', { name: 'Expand menu' })).toBeTruthy();
  });
});
