import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { runs } from '../support/full';
import { signedOutScreens } from '../support/panel-screens';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();
const saveData = { headers: { 'save-data': 'on' } };

/** Expects a page that contains no script, requests none, and could run none. Returns its HTML. */
async function expectLight(
  visitor: Visitor,
  path: string,
  init: RequestInit = {},
): Promise<string> {
  const response = await visitor.request(path, init);
  const html = await response.text();
  expect(html, path).not.toMatch(/<script|modulepreload|<noscript|\son\w+="|\.js\b/);
  expect(response.headers.get('content-security-policy'), path).toContain("script-src 'none'");
  expect(response.headers.get('vary'), path).toContain('Save-Data');
  return html;
}

async function expectFull(visitor: Visitor, path: string, init: RequestInit = {}): Promise<void> {
  const response = await visitor.request(path, init);
  expect(await response.text(), path).toMatch(/<script[^>]*>.+\.js/);
  expect(response.headers.get('vary'), path).toContain('Save-Data');
}

describe('the choice of light pages', () => {
  it('is not accepted from a visitor who is not signed in', async () => {
    const stranger = demo.stranger();
    const body = new URLSearchParams({ pages: 'light' });
    const answer = await stranger.request('/preferences', { method: 'POST', body });
    expect(answer.headers.get('location')).toBe('/login');
    expect(answer.headers.getSetCookie()).toEqual([]);
    await expectFull(stranger, '/login');
  });

  it.each(['neither', '', '<script>'])('is left to the browser when it is %j', async (pages) => {
    const visitor = await demo.signedIn();
    await visitor.request('/preferences', {
      method: 'POST',
      body: new URLSearchParams({ pages, to: '/countries' }),
    });
    await expectFull(visitor, '/countries');
    await expectLight(visitor, '/countries', saveData);
  });

  it('ignores a damaged cookie', async () => {
    const broken = { headers: { cookie: 'preferences=%7Bbroken' } };
    expect((await fetch(`${demo.panel.url}/login`, broken)).status).toBe(200);
  });

  it('is stored beside the other preferences, applies after signing out, and can be changed back', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/countries?size=20');
    await visitor.press('Collapse menu');
    await visitor.press('Light pages');
    expect(new URL(visitor.url).search).toBe('?size=20');
    await expectLight(visitor, '/countries');
    expect(visitor.page.getByRole('button', { name: 'Expand menu' })).toBeTruthy();
    await visitor.press('Logout');
    await expectLight(visitor, '/login');
    await visitor.signIn('mwansa@panel.example', 'demo-administrator');
    await expectLight(visitor, '/home');
    await visitor.press('Full pages');
    await expectFull(visitor, '/home');
  });

  it('takes precedence over the Save-Data header of the browser', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/home', saveData);
    await expectLight(visitor, '/home', saveData);
    await visitor.press('Full pages');
    await expectFull(visitor, '/home', saveData);
  });
});

describe('a browser that saves data', () => {
  it.each([...signedOutScreens, '/download'])('gets %s without script', async (path) => {
    await expectLight(demo.stranger(), path, saveData);
    await expectLight(demo.stranger(), path, { headers: { 'save-data': 'On' } });
    await expectFull(demo.stranger(), path, { headers: { 'save-data': 'off' } });
  });

  it('gets the errors of a form without script', async () => {
    const stranger = demo.stranger();
    await stranger.open('/login', saveData);
    const init = { method: 'POST', body: new URLSearchParams(), ...saveData };
    await expectLight(stranger, '/login', init);
  });
});

describe('every screen', () => {
  it('has the same content as a light page, except for scripts', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/home', saveData);
    const seen = new Map([['home', '/home']]);
    let position = 0;
    for (const path of seen.values()) {
      const html = await expectLight(visitor, path, saveData);
      for (const link of findScreens(html))
        if (!seen.has(buildKind(link))) seen.set(buildKind(link), link);
      position += 1;
      if (position % runs(16, 1) !== 0) continue;
      const light = readContent(await visitor.open(path, saveData));
      const full = readContent(await visitor.open(path));
      // These pages may differ: each view adds an audit entry, and the conversations have been counted meanwhile.
      if (!/^\/(export-as\/)?(audit|conversations)/.test(path))
        expect(light === full, path).toBe(true);
    }
    expect(seen.size).toBeGreaterThan(60);
  });

  it('that reloads itself does so as a full page and as a light page', async () => {
    const full = await (await demo.signedIn()).open('/conversations');
    expect(full.document.querySelector('noscript meta[http-equiv=refresh]')).toBeTruthy();
    const light = await (await demo.signedIn()).open('/conversations', saveData);
    expect(light.document.querySelector('head > meta[http-equiv=refresh]')).toBeTruthy();
  });
});

/**
 * Returns the paths of the screens to which a page links. Searches the text of the page, because parsing all pages as
 * documents would take most of the time of the test.
 */
function findScreens(html: string): string[] {
  const paths = [...html.matchAll(/<a [^>]*?href="(\/[^"?#]*)/g)].flatMap(([, path]) => path ?? []);
  return paths.filter((path) => !path.startsWith('/files/'));
}

/** Returns the same kind for screens that differ only by their record. */
function buildKind(path: string): string {
  const [, screen, what, id, ...rest] = path.split('/');
  if (screen === 'delete') return `/delete/${what}`;
  return [screen, what, id && ':id', rest[0]].filter(Boolean).join('/');
}

/** Returns the content of a page without scripts, and without the parts that differ in each response. */
function readContent({ document }: Visitor): string {
  const body = document.body.cloneNode(true) as HTMLElement;
  body.querySelector('[name=pages]')?.closest('form')?.remove();
  for (const script of body.querySelectorAll('script, link[rel=modulepreload]')) script.remove();
  for (const token of body.querySelectorAll('input[name=_token]')) token.removeAttribute('value');
  return body.innerHTML
    .replace(/<!--.*?-->/g, '')
    .replace(/:R\w*:/g, ':id:')
    .replace(/\d\d:\d\d/g, 'time');
}
