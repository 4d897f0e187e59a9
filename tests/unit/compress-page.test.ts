import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressPage } from '~/lib/compress-page.server';

const page = `<!DOCTYPE html>${'<p>Ɓãnjul 🙂</p>'.repeat(100)}`;

it.each([
  [undefined, (body: Buffer | string) => body],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a page is packed as %s, and says so', (encoding, unpack) => {
  const headers = new Headers({ vary: 'Save-Data' });
  const body = compressPage(page, encoding, headers);
  expect(unpack(body).toString()).toBe(page);
  expect(headers.get('content-encoding')).toBe(encoding ?? null);
  expect(headers.get('vary')).toBe('Save-Data, Accept-Encoding');
  if (encoding) expect(body.length).toBeLessThan(page.length / 10);
});
