import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFileAddress } from '~/lib/core/entities/file-address';
import { checkUpload } from '~/lib/core/uploads/check-file.server';
import { describeSize } from '../../../shared/size-in-words';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures');
const thumbnail = { target: 'Facility', accepts: 'image', content: 'thumbnail image' } as const;
const attachment = { target: 'Resource', accepts: 'any', content: 'attachment' } as const;
const bytes = (text: string) => Buffer.from(text, 'latin1');

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = bytes('\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00');
const gif = bytes('GIF89a\x01\x00\x01\x00\x80\x00\x00');
const webp = bytes('RIFF\x24\x00\x00\x00WEBPVP8 ');
const pdf = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');

describe('a thumbnail', () => {
  it.each([
    ['an SVG, which can run script', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png'],
    ['a page', bytes('<!doctype html><script>alert(1)</script>'), 'a.png'],
    ['a PDF', pdf, 'photo.jpg'],
    ['a text', bytes('hello'), 'a.gif'],
    ['a program', bytes('MZ\x90\x00'), 'a.webp'],
  ])('cannot be %s, whatever its name is', async (_what, content, name) => {
    expect(await checkUpload(content, name, thumbnail)).toEqual({
      ok: false,
      error: 'The thumbnail image must be a PNG, JPEG, GIF or WebP file',
    });
  });

  it.each([
    ['image/png', png, 'clinic.png'],
    ['image/jpeg', jpeg, 'clinic.jpg'],
    ['image/gif', gif, 'clinic.gif'],
    ['image/webp', webp, 'clinic.webp'],
  ])('can be %s, and gets a name for its content', async (type, content, named) => {
    expect(await checkUpload(content, 'clinic.html', thumbnail)).toEqual({
      ok: true,
      value: { type, name: named },
    });
  });
});

describe('an attachment', () => {
  it('is refused if it is empty', async () => {
    expect((await checkUpload(bytes(''), 'a.txt', attachment)).ok).toBe(false);
  });

  it('may be of any type, and never keeps a name that a browser would run', async () => {
    const checkName = async (content: Buffer, name: string) => {
      const checked = await checkUpload(content, name, attachment);
      return checked.ok ? checked.value.name : undefined;
    };
    expect(await checkName(pdf, 'guide.pdf')).toBe('guide.pdf');
    expect(await checkName(pdf, 'guide.html')).toBe('guide.pdf');
    expect(await checkName(bytes('<script>alert(1)</script>'), 'page.html')).toBe('page.txt');
    expect(await checkName(bytes('<svg/>'), 'x.svg')).toBe('x.txt');
    expect(await checkName(bytes('a,b\n1,2'), 'rows.csv')).toBe('rows.csv');
    expect(await checkName(bytes('MZ\x90\0'), 'setup.exe')).toBe('setup.bin');
    expect(await checkName(png, 'setup.exe')).toBe('setup.png');
    expect(await checkName(bytes('text'), '../../etc/passwd')).toBe('passwd.txt');
    expect(await checkName(bytes('text'), 'C:\\docs\\a"\r\nX: y.txt')).toBe('aX: y.txt');
  });
});

describe('a file comes back as it was sent', () => {
  const fixture = (name: string) => readFileSync(path.join(fixtures, name));
  it.each([
    ['a table that begins like a bitmap', fixture('bmi.csv'), 'bmi.csv', 'text/csv; charset=utf-8'],
    ['a text that begins like music', fixture('id3.txt'), 'id3.txt', 'text/plain; charset=utf-8'],
    ['a text that begins like a GIF', bytes('GIF89a, 1'), 'G.CSV', 'text/csv; charset=utf-8'],
    [
      'a table of Excel in another encoding',
      bytes('Z\xfcrich,1'),
      'a.csv',
      'text/csv; charset=utf-8',
    ],
    ['a photograph', jpeg, 'Clinic.JPEG', 'image/jpeg'],
    ['notes', bytes('# Notes'), 'notes.rtf', 'text/plain; charset=utf-8'],
    ['a film of a phone', bytes('\0\0\0\x20ftyp3gp5\0\0\0\0'), 'a.3gp', 'video/mp4'],
    ['a data file of SPSS', bytes('$FL2@(#)\0'), 'study.sav', 'application/octet-stream'],
    [
      'an old document',
      bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
      'a.doc',
      'application/octet-stream',
    ],
  ])('%s', async (_what, content, name, type) => {
    expect(await checkUpload(content, name, attachment)).toEqual({
      ok: true,
      value: { name, type },
    });
  });
});

describe('the address of a file', () => {
  it('leads to a web page or to this panel, and nowhere else', () => {
    for (const good of ['https://x.example/a.png', 'http://x.example', '/files/a.png'])
      expect(isFileAddress(good)).toBe(true);
    for (const bad of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:x',
      'a.png',
    ])
      expect(isFileAddress(bad)).toBe(false);
  });
});

it('a size is described in bytes, kB or MB', () => {
  expect([0, 1, 999, 2_048, 26_214_400, 2_621_440].map(describeSize)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '2 kB',
    '25 MB',
    '2.5 MB',
  ]);
});
