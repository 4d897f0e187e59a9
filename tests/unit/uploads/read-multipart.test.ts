import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMultipart } from '~/lib/form/read-multipart.server';

/** A form with a file, whose end comes a while after the file. */
function slowForm(): Request {
  const text = (lines: string[]) => new TextEncoder().encode(lines.join('\r\n'));
  async function* body() {
    yield text([
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      '',
      'content',
      '--x',
      '',
    ]);
    await delay(50);
    yield text(['Content-Disposition: form-data; name="name"', '', 'PrEP', '--x--', '']);
  }
  return new Request('http://panel.invalid', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream<Uint8Array>,
    duplex: 'half',
  } as RequestInit);
}

describe('a form with a file that cannot be taken', () => {
  const unhandled = vi.fn();
  beforeEach(() => void process.on('unhandledRejection', unhandled));
  afterEach(() => void process.off('unhandledRejection', unhandled));

  it('is read to its end before it fails, and never ends the process', async () => {
    const reading = readMultipart(slowForm(), {
      maxFieldBytes: 1_000,
      maxBytes: 1_000,
      takeFile: async () => {
        throw new Error('the disk is full');
      },
    });
    await expect(reading).rejects.toThrow('the disk is full');
    expect(unhandled).not.toHaveBeenCalled();
  });
});
