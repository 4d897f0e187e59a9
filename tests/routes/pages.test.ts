import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';

const demo = demoPanel();

/** A page as it comes over the wire: fetch would unpack it. */
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
  ])('for who takes “%s” comes as %s', async (accepted, encoding) => {
    const { headers, body } = await get('/login', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toMatch(/accept-encoding/i);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    const html = (unpack ? unpack(body) : body).toString();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en"[\s\S]*<\/html>$/);
  });

  it('holds every character as it was saved, in its text and in its data', async () => {
    const name = 'Ɓãnjul 🙂 </script><!-- \u2028 “é”';
    await demo.sql(
      'host',
      "update country set country_name = ? where country_name = 'Zambia'",
      name,
    );
    const { visitor, html } = await opened('/countries?size=100');
    expect(visitor.page.getByRole('link', { name: /^Ɓãnjul/ }).textContent).toBe(name);
    expect(html).not.toContain('</script><!--');
    expect(html).not.toContain('\0');
    const [, data] = /c\.enqueue\(("[\s\S]*?[^\\]")\);c\.close/.exec(html) ?? [];
    expect(JSON.parse(data)).toContain('Ɓãnjul 🙂');
  });

  it('says so when the host inside the process fails, and the panel lives on', async () => {
    await demo.sql('host', 'alter table color rename to color_gone');
    const { visitor } = await opened('/colors');
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('alert').textContent).toContain('colors');
    expect(visitor.page.getByText('Could not show information')).toBeTruthy();
    expect(visitor.html).not.toMatch(/color_gone|no such table|SQLITE/i);
    await demo.sql('host', 'alter table color_gone rename to color');
    await visitor.open('/colors');
    expect(visitor.page.queryByRole('alert')).toBeNull();
  });
});

async function opened(path: string) {
  const visitor = await demo.signedIn();
  await visitor.open(path);
  return { visitor, html: visitor.html };
}
