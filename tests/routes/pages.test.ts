import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

/** Returns a page as the server sends it. `fetch` would decompress it. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(demo.panel.url + path, { headers }, async (response) =>
      resolve({ headers: response.headers, body: await buffer(response) }),
    )
      .on('error', reject)
      .end();
  });
}

describe('a page', () => {
  it.each([
    ['', undefined],
    ['identity', undefined],
    ['zstd, compress', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['*', 'br'],
  ])('for a client that accepts “%s” comes with the encoding %s', async (accepted, encoding) => {
    const { headers, body } = await get('/login', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toMatch(/accept-encoding/i);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    const html = (unpack ? unpack(body) : body).toString();
    // The loaders' data are the last scripts of the body, so each page ends with this data.
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en"[\s\S]*<\/body><\/html>$/);
    const rest = html.slice(html.indexOf('window.__remixContext.streamController'));
    expect(rest).toContain('.streamController.close();</script>');
  });

  it('without a form refuses a post, which is no error in the log', async () => {
    const visitor = await demo.signedIn();
    const before = demo.panel.output().length;
    await visitor.open('/home', { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    expect(visitor.status).toBe(405);
    expect(visitor.page.getByRole('main').textContent).toContain('does not accept forms');
    // The line of the next request shows that the log has the lines of this one.
    await visitor.open('/countries');
    await expect.poll(() => demo.panel.output().slice(before)).toContain('/countries');
    expect(demo.panel.output().slice(before)).not.toContain('"level":50');
  });

  it('contains every character as it was saved, in its text and in its data', async () => {
    const name = 'Ɓãnjul 🙂 </script><!-- \u2028 “é”';
    await demo.sql("update country set country_name = ? where country_name = 'Zambia'", name);
    const { visitor, html } = await openPage('/countries?size=100');
    expect(visitor.page.getByRole('link', { name: /^Ɓãnjul/ }).textContent).toBe(name);
    // The name contains this text with a space. React's own comments have no space.
    expect(html).not.toContain('</script><!-- ');
    expect(html).not.toContain('\0');
    const parts = [...html.matchAll(/streamController\.enqueue\((".*?[^\\]")\);<\/script>/gs)];
    expect(parts.map(([, part = '']) => JSON.parse(part)).join('')).toContain('Ɓãnjul 🙂');
  });

  it('has the menu for the role of the user, in the chosen width, and marks the current screen', async () => {
    const administrator = await demo.signedIn();
    const researcher = await demo.signedIn('researcher');
    const readMenu = async (visitor: Visitor, path: string) => {
      await visitor.open(path);
      const menu = within(visitor.page.getByRole('navigation', { name: 'Main menu' }));
      return {
        here: menu
          .getAllByRole('link')
          .filter((link) => link.hasAttribute('aria-current'))
          .map((link) => `${link.textContent} ${link.getAttribute('aria-current')}`),
        mayImport: menu.queryByRole('link', { name: 'Import Data' }) !== null,
        compact: menu.getByRole('link', { name: 'Users' }).title !== '',
      };
    };
    for (const [path, current] of [
      ['/audit', 'page'],
      ['/audit/sign-ins', 'true'],
    ] as const) {
      const seen = { here: [`Audit Trail ${current}`], compact: false };
      expect(await readMenu(administrator, path)).toEqual({ ...seen, mayImport: true });
      expect(await readMenu(researcher, path)).toEqual({ ...seen, mayImport: false });
    }
    await researcher.press('Collapse menu');
    const compact = { here: ['Home page'], compact: true, mayImport: false };
    expect(await readMenu(researcher, '/home')).toEqual(compact);
    expect(await readMenu(researcher, '/users')).toEqual({ ...compact, here: ['Users page'] });
    expect(await readMenu(administrator, '/home')).toEqual({
      here: ['Home page'],
      compact: false,
      mayImport: true,
    });
  });

  it('says so when the embedded host fails, and the panel keeps running', async () => {
    await demo.sql('alter table color rename to color_gone');
    const { visitor } = await openPage('/colors');
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('alert').textContent).toContain('colors');
    expect(visitor.page.getByText('Could not show information')).toBeTruthy();
    expect(visitor.html).not.toMatch(/color_gone|no such table|SQLITE/i);
    await demo.sql('alter table color_gone rename to color');
    await visitor.open('/colors');
    expect(visitor.page.queryByRole('alert')).toBeNull();
  });
});

async function openPage(path: string) {
  const visitor = await demo.signedIn();
  await visitor.open(path);
  return { visitor, html: visitor.html };
}

it('requested as data of a former protocol of Remix is refused, without an error in the log', async () => {
  const visitor = await demo.signedIn();
  const { status } = await visitor.request('/facilities?_data=x');
  expect(status).toBe(400);
  expect(demo.panel.output()).not.toContain('a request failed');
});
