import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifyFile, readSignature } from '../../../shared/files/identify-file';
import { runs } from '../../support/full';

const MB = 1024 * 1024;
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Returns an entry of a zip archive, uncompressed. With flag 8, its header does not give its size. */
function zipEntry(name: string, content: Buffer, flags = 0): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt32LE(flags ? 0 : content.length, 18);
  header.writeUInt32LE(flags ? 0 : content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, bytes(name), content]);
}

function officeFile(type: string, part: string): Buffer {
  const parts = `<Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
  return Buffer.concat([
    zipEntry('[Content_Types].xml', bytes(parts)),
    zipEntry(part, bytes('<x/>')),
  ]);
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const formats: [string, Buffer][] = [
  ['png', png],
  ['jpg', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')],
  ['gif', bytes('GIF89a\x01\0\x01\0')],
  ['webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['pdf', bytes('%PDF-1.7\n')],
  ['mp4', bytes('\0\0\0\x20ftypisom\0\0\0\0')],
  ['mp4', bytes('\0\0\0\x20ftypM4V \0\0\0\0')],
  ['mp4', bytes('\0\0\0\x20ftyp3gp5\0\0\0\0')],
  ['m4a', bytes('\0\0\0\x20ftypM4A \0\0\0\0')],
  ['mp3', bytes(`ID3\x03\0\0\0\0\0\x0a${'\0'.repeat(10)}\xff\xfb\x90\x44${'\0'.repeat(50)}`)],
  ['mp3', bytes(`\xff\xfb\x90\x44${'\0'.repeat(50)}`)],
  ['docx', officeFile('wordprocessingml.document', 'word/document.xml')],
  ['xlsx', officeFile('spreadsheetml.sheet', 'xl/workbook.xml')],
  ['pptx', officeFile('presentationml.presentation', 'ppt/presentation.xml')],
  ['txt', bytes('hello')],
  ['txt', bytes('MZ is how a program begins, and this text')],
  ['txt', bytes('<script>alert(1)</script>')],
  ['txt', bytes('<?xml version="1.0"?><svg/>')],
  ['bin', bytes('MZ\x90\0')],
  ['bin', zipEntry('a.txt', bytes('a'))],
  ['bin', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
];

const TRIES = 5;
const largest = Buffer.alloc(25 * MB, 1);

/**
 * Reads the bytes once as a text and adds them up. The processor time of this is the measure, because it grows too if
 * the processor or new memory is slow.
 */
function readTwice(): number {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(largest);
  return largest.reduce((sum, byte) => sum + byte, text.length);
}

/** Returns the processor time in microseconds that `work` takes. */
async function measureCpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('the format of a file', () => {
  it.each(formats)('is %s by its content, whatever its name is', async (extension, content) => {
    expect((await identifyFile(content, 'page.html')).extension).toBe(extension);
  });

  it('is CSV when the content is text and the name ends in .csv', async () => {
    expect(await identifyFile(bytes('a,b\n1,2'), 'ROWS.CSV')).toEqual({
      extension: 'csv',
      type: 'text/csv; charset=utf-8',
    });
    expect((await identifyFile(png, 'rows.csv')).extension).toBe('png');
  });

  it('is found without an error in damaged files', async () => {
    const damaged = fc
      .tuple(fc.constantFrom(...formats), fc.nat(200), fc.uint8Array({ maxLength: 40 }))
      .map(([[, content], at, junk]) =>
        Buffer.concat([content.subarray(0, at), junk, content.subarray(at + 3)]),
      );
    await fc.assert(
      fc.asyncProperty(damaged, async (content) => {
        await readSignature(content);
      }),
      { numRuns: runs(500, 20_000) },
    );
  });

  it.each([
    ['a thousand entries', Buffer.concat(Array(1_000).fill(zipEntry('a', Buffer.alloc(20_000))))],
    ['an entry of 25 MB', zipEntry('a', Buffer.alloc(25 * MB), 8)],
    ['25 MB of one byte', Buffer.alloc(25 * MB, 0xff)],
    ['a text of 25 MB', Buffer.alloc(25 * MB, 'words, ')],
    [
      'a series of empty ID3 tags',
      Buffer.concat(Array(100_000).fill(bytes('ID3\x03\0\0\0\0\0\0'))),
    ],
  ])(
    'takes at most three times the processor time of reading 25 MB as a text, for %s',
    async (_name, content) => {
      let ratio = Number.POSITIVE_INFINITY;
      // The ratio can be too high by chance, but that of slow code is too high every time.
      for (let tried = 0; tried < TRIES && ratio >= 3; tried += 1) {
        const unit = await measureCpu(readTwice);
        ratio = (await measureCpu(() => identifyFile(content, 'a'))) / unit;
      }
      expect(ratio).toBeLessThan(3);
    },
  );
});
