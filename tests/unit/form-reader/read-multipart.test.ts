import { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormError } from '../../../shared/form-reader/form-error';
import { formLimits } from '../../../shared/form-reader/limits';
import { readMultipart, type TakeFile } from '../../../shared/form-reader/read-multipart';
import { runs } from '../../support/full';

const limits = { fieldBytes: 10_000, bodyBytes: 100_000 };
const unhandled = vi.fn();
beforeEach(() => {
  process.on('unhandledRejection', unhandled);
  process.on('uncaughtException', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  process.off('uncaughtException', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

function makeRequest(chunks: Iterable<Buffer | Error> | AsyncIterable<Buffer>, boundary = 'x') {
  async function* body() {
    for await (const chunk of chunks) {
      if (chunk instanceof Error) throw chunk;
      yield new Uint8Array(chunk);
    }
  }
  return new Request('http://panel.invalid', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(body()),
    duplex: 'half',
  } as RequestInit);
}

function part(disposition: string, content: string | Buffer, type?: string): Buffer {
  const header = `--x\r\nContent-Disposition: ${disposition}\r\n`;
  const typed = type ? `Content-Type: ${type}\r\n` : '';
  const parts = [`${header}${typed}\r\n`, content, '\r\n'];
  return Buffer.concat(parts.map((text) => Buffer.from(text as string)));
}

const field = (name: string, value: string) => part(`form-data; name="${name}"`, value);
const file = (name: string, fileName: string, content: string | Buffer) =>
  part(`form-data; name="${name}"; filename="${fileName}"`, content, 'application/octet-stream');
const end = Buffer.from('--x--\r\n');
const read = (parts: (Buffer | Error)[], takeFile?: TakeFile) =>
  readMultipart(makeRequest(parts), limits, takeFile);

describe('the end of a multipart form', () => {
  it.each([
    ['line breaks', '\r\n'],
    ['final boundaries', '--x--\r\n'],
    ['fields', field('b', 'y').toString()],
  ])(
    'is its final boundary, no matter how many %s follow',
    async (_what, more) => {
      const text = Buffer.from(more.repeat(80_000 / more.length));
      const chunks = Array.from({ length: 4 }, (_, at) =>
        text.subarray(at * 20_000, (at + 1) * 20_000),
      );
      const taken: string[] = [];
      const take: TakeFile = async (_input, { stream }) => {
        for await (const chunk of stream) taken.push(String(chunk));
      };
      const parts = [field('a', 'x'), file('f', 'f', 'content'), end];
      expect(await read([...parts, ...chunks], take)).toEqual([['a', 'x']]);
      expect(await read([Buffer.concat([...parts, text])], take)).toEqual([['a', 'x']]);
      expect(taken).toEqual(['content', 'content']);
      expect(await read([end, ...chunks])).toEqual([]);
      expect(await read([Buffer.concat([end, text])])).toEqual([]);
    },
    20_000,
  );
});

describe('a malformed multipart form', () => {
  it.each<[string, (Buffer | Error)[]]>([
    ['no name', [part('form-data', 'x'), end]],
    ['an empty name', [field('', 'x'), end]],
    ['a name that is not in UTF-8', [Buffer.from(field('\xff', 'x').toString(), 'latin1'), end]],
    ['a file without a name', [part('form-data; filename="a.png"', 'x'), end]],
    ['no final boundary', [field('a', 'x')]],
    ['an early end in a field', [field('a', 'x').subarray(0, -4)]],
    ['an early end in a file', [file('a', 'a.png', 'content').subarray(0, -4)]],
    ['an early end in the headers', [field('a', 'x').subarray(0, 20)]],
    ['nothing', []],
    ['a connection that breaks in a field', [field('a', 'x').subarray(0, -4), new Error('reset')]],
    [
      'a connection that breaks in a file',
      [file('a', 'a', 'x').subarray(0, -4), new Error('reset')],
    ],
  ])('is refused for %s, with and without a function that takes files', async (_what, parts) => {
    const refusal = { name: 'FormError', status: 400, message: 'The form could not be read.' };
    await expect(read(parts)).rejects.toMatchObject(refusal);
    const take: TakeFile = async (_input, { stream }) => {
      for await (const _chunk of stream);
    };
    await expect(read(parts, take)).rejects.toMatchObject(refusal);
    await expect(read(parts, async () => {})).rejects.toMatchObject(refusal);
  });

  it.each(['', '; boundary=', `; boundary=${'b'.repeat(300)}`])(
    'is refused if its content type ends in "%s"',
    async (boundary) => {
      const request = makeRequest([field('a', 'x'), end]);
      request.headers.set('content-type', `multipart/form-data${boundary}`);
      await expect(readMultipart(request, limits)).rejects.toThrow('The form could not be read.');
    },
  );

  it('is refused beyond each limit, but may have thousands of header lines', async () => {
    const many = (count: number, one: Buffer) => [...Array<Buffer>(count).fill(one), end];
    const tooMany = makeRequest(many(formLimits.fields + 1, field('a', '')));
    const wide = { fieldBytes: 10_000, bodyBytes: 1_000_000 };
    await expect(readMultipart(tooMany, wide)).rejects.toThrow(/900 fields/);
    await expect(read(many(formLimits.files + 1, file('a', 'a', 'x')))).rejects.toThrow(/10 files/);
    const tooLarge = { status: 413 };
    await expect(read(many(1, field('a', 'x'.repeat(10_001))))).rejects.toMatchObject(tooLarge);
    await expect(read(many(11, field('a', 'x'.repeat(1_000))))).rejects.toMatchObject(tooLarge);
    const body = many(1, file('a', 'a', Buffer.alloc(110_000)));
    await expect(read(body, async () => {})).rejects.toMatchObject(tooLarge);
    const headers = field('a', 'x')
      .toString()
      .replace('\r\n\r\n', `\r\n${'b: c\r\n'.repeat(1e4)}\r\n`);
    expect(await read([Buffer.from(headers), end])).toEqual([['a', 'x']]);
  });

  it('is always read or refused, without any other error', async () => {
    const pieces = fc.oneof(
      fc
        .constantFrom(
          '--x\r\n',
          '--x--\r\n',
          '\r\n',
          '\r\n\r\n',
          '\n',
          'Content-Disposition: form-data; name="a"\r\n',
          'Content-Disposition: form-data; name="a"; filename="b"\r\n',
          "Content-Disposition: form-data; name*=utf-8''%\r\n",
          'Content-Disposition: attachment\r\n',
          'Content-Type: text/plain; charset=utf-7\r\n',
          'Content-Type: multipart/mixed; boundary=y\r\n',
          'Content-Transfer-Encoding: base64\r\n',
        )
        .map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constant(Buffer.alloc(70_000, 'x')),
    );
    const chunks = fc.array(
      fc.oneof({ weight: 30, arbitrary: pieces }, fc.constant(new Error('reset'))),
    );
    await fc.assert(
      fc.asyncProperty(chunks, fc.constantFrom('take', 'leave', 'none'), async (body, mode) => {
        const take: TakeFile = async (_input, { stream }) => {
          if (mode === 'take') for await (const _chunk of stream);
        };
        const fields = await read(body, mode === 'none' ? undefined : take).catch((error) => {
          expect(error).toBeInstanceOf(FormError);
          return [];
        });
        for (const [name] of fields) expect(name).not.toBe('');
      }),
      { numRuns: runs(500, 20_000) },
    );
  });
});

describe('a multipart form', () => {
  it('may have an unknown charset, several files, and files without a name', async () => {
    const taken: string[] = [];
    const parts = [
      part('form-data; name="a"', 'p+AGE-q', 'text/plain; charset=utf-7'),
      file('f', 'Łukasz – “x”.png', 'one'),
      file('f', 'two.png', 'two'),
      file('f', '', ''),
      field('b', 'ü'),
      end,
    ];
    const fields = await read(parts, async (input, { name, stream }) => {
      for await (const chunk of stream) taken.push(`${input} ${name} ${chunk}`);
    });
    expect(fields).toEqual([
      ['a', 'p+AGE-q'],
      ['b', 'ü'],
    ]);
    expect(taken).toEqual(['f Łukasz – “x”.png one', 'f two.png two']);
  });

  it.each([1_000, 17_000, 65_536, 90_000])(
    'may have %i bytes that belong to no field',
    async (size) => {
      const attachment = part('attachment; name="f"', Buffer.alloc(size));
      const nameless = Buffer.from(`--x\r\nA: b\r\n\r\n${'x'.repeat(size / 10)}\r\n`);
      const whole = Buffer.concat([attachment, nameless, field('a', 'x'), end]);
      expect(await read([whole])).toEqual([['a', 'x']]);
      expect(await read([attachment, nameless, field('a', 'x'), end])).toEqual([['a', 'x']]);
    },
  );

  it('is read beyond its final boundary, so that the connection can serve the next request', async () => {
    let ended = false;
    async function* body() {
      yield Buffer.concat([field('a', 'x'), file('f', 'a.png', Buffer.alloc(90_000)), end]);
      await delay(50);
      yield Buffer.from('an epilogue');
      await delay(50);
      ended = true;
    }
    for (const takeFile of [undefined, async () => {}]) {
      ended = false;
      expect(await readMultipart(makeRequest(body()), limits, takeFile)).toEqual([['a', 'x']]);
      expect(ended).toBe(true);
    }
  });

  it('is read to its end before it fails because of a file that cannot be stored', async () => {
    let ended = false;
    async function* slow() {
      yield file('file', 'a.txt', 'content');
      await delay(50);
      yield field('name', 'PrEP');
      yield end;
      ended = true;
    }
    const reading = readMultipart(makeRequest(slow()), limits, async () => {
      throw new Error('the disk is full');
    });
    await expect(reading).rejects.toThrow('the disk is full');
    expect(ended).toBe(true);
  });
});
