import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { gatherPage } from '~/lib/gather-page.server';

/** Short texts fill React's chunks bit by bit; each place in them comes to lie on a boundary. */
const names = Array.from({ length: 300 }, (_, n) => `${'x'.repeat((n * n) % 11)}🙂`);

function render(to: Writable): void {
  const list = names.map((name, n) => createElement('li', { key: n }, name));
  const { pipe } = renderToPipeableStream(createElement('ul', null, list), {
    onAllReady: () => pipe(to),
  });
}

it('mends what React breaks at the end of a chunk', async () => {
  const html = names.map((name) => `<li>${name}</li>`).join('');
  const asWritten = new PassThrough();
  render(asWritten);
  expect(await text(asWritten)).toContain('\0');
  const page = await new Promise<Uint8Array>((resolve) => render(gatherPage(resolve)));
  expect(Buffer.from(page).toString()).toBe(`<ul>${html}</ul>`);
});
