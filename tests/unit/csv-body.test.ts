import { afterEach, expect, it, vi } from 'vitest';
import { makeCsvBody } from '~/lib/core/list/csv-body.server';
import { log } from '~/lib/core/server/log.server';

afterEach(() => vi.restoreAllMocks());

/** Reads an export whose source throws this value after one row. */
async function readBroken(thrown: unknown) {
  async function* parts() {
    yield [['+260971234567']];
    throw thrown;
  }
  const titles = ['Number'];
  const body = makeCsvBody({
    list: 'Phones',
    titles,
    parts: parts(),
    applyBackpressure: async () => {},
  });
  const reader = body.getReader();
  for (;;) {
    const part = await reader.read();
    if (part.done) return;
  }
}

it.each([
  ['an error', new Error('it is gone'), 'Error: it is gone'],
  ['a response', new Response('words', { status: 503 }), 'Response with status 503'],
  [
    'an object',
    { code: 'ECONNRESET', phone_number: '+260971234567' },
    'Object: keys code, phone_number (ECONNRESET)',
  ],
])(
  'an export that breaks off logs the error without values of records: %s',
  async (_, thrown, error) => {
    const lines = vi.spyOn(log, 'error').mockReturnValue(undefined);
    await expect(readBroken(thrown)).rejects.toBe(thrown);
    expect(lines.mock.calls).toEqual([[{ list: 'Phones', error }, 'an export was interrupted']]);
  },
);

it('an export whose client disconnects logs a warning and reads no further rows', async () => {
  const lines = vi.spyOn(log, 'warn').mockReturnValue(undefined);
  const read: number[] = [];
  async function* parts() {
    for (let part = 0; part < 5; part++) {
      read.push(part);
      yield [[String(part)]];
    }
  }
  const applyBackpressure = async () => {
    if (read.length === 3) throw new Error('the client has gone');
  };
  const body = makeCsvBody({
    list: 'Phones',
    titles: ['Number'],
    parts: parts(),
    applyBackpressure,
  });
  await expect(new Response(body).text()).rejects.toThrow('the client has gone');
  expect(read).toEqual([0, 1, 2]);
  expect(lines.mock.calls).toEqual([
    [{ list: 'Phones', error: 'Error: the client has gone' }, 'an export was interrupted'],
  ]);
});
