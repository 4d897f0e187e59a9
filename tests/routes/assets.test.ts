import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { sharedDemo } from '../support/embedded';

const demo = sharedDemo();
const folder = path.resolve(import.meta.dirname, '../../build/client/assets');
const files = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name));

/** Returns a response as the server sends it. `fetch` would decompress it. */
function get(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(demo.panel.url + url, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('the build’s files', () => {
  it.each(['/assets/none.js', '/assets/..%2f..%2fserver%2findex.js', '/assets/.env'])(
    'are the only ones that are served: %s answers 404',
    async (url) => {
      const answer = await get(url);
      expect(answer.status).toBe(404);
      expect(answer.headers['cache-control']).toBeUndefined();
      expect(answer.body.toString()).toBe('There is nothing at this address.');
    },
  );

  it('are sent as the build has compressed them, or uncompressed, and may be cached for a year', async () => {
    expect(files.length).toBeGreaterThan(50);
    for (const name of files) {
      const plain = readFileSync(path.join(folder, name));
      const kinds = [
        ['br', 'gzip, deflate, br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        [undefined, 'identity', (body: Buffer) => body],
      ] as const;
      for (const [encoding, accepted, unpack] of kinds) {
        const answer = await get(`/assets/${name}`, { 'accept-encoding': accepted });
        expect(answer.status, name).toBe(200);
        expect(answer.headers['content-encoding'], name).toBe(encoding);
        expect(unpack(answer.body).equals(plain), name).toBe(true);
        expect(answer.headers['cache-control'], name).toBe('public, max-age=31536000, immutable');
        expect(answer.headers.vary, name).toBe('Accept-Encoding');
        expect(answer.headers['x-content-type-options'], name).toBe('nosniff');
        expect(answer.headers['cross-origin-resource-policy'], name).toBe('same-origin');
        expect(answer.headers['content-type'], name).toMatch(defined(TYPES[path.extname(name)]));
      }
    }
  });

  it('are not sent again to a browser that asks whether they have changed', async () => {
    const { headers } = await get(`/assets/${files[0]}`);
    const again = await get(`/assets/${files[0]}`, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });
});

const TYPES: Record<string, RegExp> = {
  '.js': /^(text|application)\/javascript/,
  '.css': /^text\/css/,
  '.svg': /^image\/svg\+xml/,
};

describe('a page', () => {
  it('is compressed for each request, and is never cached', async () => {
    const answer = await get('/login', { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(String(answer.headers.vary)).toContain('Accept-Encoding');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(gunzipSync(answer.body).toString()).toContain('Sign in');
  });
});
