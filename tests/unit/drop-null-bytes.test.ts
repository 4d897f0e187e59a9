import { PassThrough, type Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { dropNullBytes } from '~/lib/drop-null-bytes.server';

/** Short texts fill React's chunks bit by bit; each place in them comes to lie on a boundary. */
const names = Array.from({ length: 300 }, (_, n) => `${'x'.repeat((n * n) % 11)}🙂`);

function render(through: Transform): Promise<string> {
  const list = names.map((name, n) => createElement('li', { key: n }, name));
  return new Promise((resolve) => {
    const { pipe } = renderToPipeableStream(createElement('ul', null, list), {
      onAllReady() {
        pipe(through);
        resolve(text(through));
      },
    });
  });
}

it('mends what React breaks at the end of a chunk', async () => {
  const html = names.map((name) => `<li>${name}</li>`).join('');
  expect(await render(new PassThrough())).toContain('\0');
  expect(await render(dropNullBytes())).toBe(`<ul>${html}</ul>`);
});
