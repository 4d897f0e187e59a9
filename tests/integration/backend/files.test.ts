import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanStoredPictures } from '../../../backend/endpoints/clean-stored-pictures';
import { defined } from '../../../shared/defined';
import { uncleanMessages } from '../../../shared/files/unclean-messages';
import { png } from '../../support/files';
import { STAMP, startHost, type TestHost } from '../../support/start-host';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures');

async function upload(host: TestHost, target: string, file: File | string, fields = {}) {
  const body = new FormData();
  body.set('file', file);
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  const response = await host.send(`upload/${target}`, { method: 'POST', body });
  return { status: response.status, ...(await response.json()) };
}

const makeFile = (content: BlobPart, name: string) => new File([content], name);

describe('uploading', () => {
  it('refuses files that are missing, empty, malformed or too large, or not an image where one is needed', async () => {
    const host = await startHost({ maxUploadBytes: 1_000 });
    const refuse = async (target: string, file: File | string, message: RegExp) => {
      const answer = await upload(host, target, file);
      expect(answer).toMatchObject({ Succeeded: false, Data: null });
      expect(answer.Message).toMatch(message);
    };
    await refuse('Resource', 'text', /file is required/);
    await refuse('Resource', makeFile('', 'empty.txt'), /is empty/);
    await refuse('Facility', makeFile('MZ\0\0', 'setup.png'), /must be an image/);
    await refuse('Facility', makeFile('PK\x03\x04', 'archive.zip'), /must be an image/);
    await refuse('Facility', makeFile('<svg onload="alert(1)"/>', 'logo.png'), /must be an image/);
    await refuse('Facility', makeFile('%PDF-1.7', 'logo.png'), /must be an image/);
    await refuse(
      'Resource',
      makeFile('x'.repeat(1_001), 'long.txt'),
      /too large.* up to 1000 bytes$/,
    );

    const huge = await upload(host, 'Resource', makeFile('x'.repeat(200_000), 'huge.txt'));
    expect(huge).toMatchObject({ status: 413, Succeeded: false });
    const malformed = await host.send('upload/Resource', {
      method: 'POST',
      body: 'no parts',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(malformed.status).toBe(400);
    expect((await host.get('upload/list')).total).toBe(0);
    expect(host.errors).toEqual([]);
  });

  it('stores a file under a random name, with the type of its content and not of its name', async () => {
    const host = await startHost();
    const answer = await upload(host, 'Facility', makeFile(png, '../../etc/cron.d/x.html'), {
      user: 'ann',
    });
    expect(answer.Data).toMatch(/^\/files\/[0-9a-f]{32}\.png$/);
    expect(readdirSync(path.join(host.dataDir, 'files'))).toEqual([path.basename(answer.Data)]);
    const { items } = await host.get('upload/list');
    expect(items[0]).toMatchObject({
      upload_name: 'x.html',
      upload_path: answer.Data,
      upload_type: 'image/png',
      upload_createuser: 'ann',
      upload_createdate: STAMP,
      upload_used_by: '',
    });
  });

  it('accepts an attachment of any type, and serves unknown types only as downloads', async () => {
    const host = await startHost();
    for (const [content, name] of [
      ['PK\x03\x04\x14\0', 'leaflets.zip'],
      ['PK\x03\x04\x14\0mimetypeapplication/vnd.oasis.opendocument.text', 'guide.odt'],
      ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'guide.doc'],
      ['OggS\0\x02', 'talk.ogg'],
      ['RIFF\x24\0\0\0WAVEfmt ', 'talk.wav'],
    ] as const) {
      const { Data } = await upload(
        host,
        'Resource',
        makeFile(Buffer.from(content, 'latin1'), name),
      );
      expect(Data).toMatch(/^\/files\/[0-9a-f]{32}\.bin$/);
      const served = await host.send(Data.slice(1));
      expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).toBe(content);
      expect(served.headers.get('content-type')).toBe('application/octet-stream');
      expect(served.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${name}`,
      );
    }
  });

  it('lists the records that use a file', async () => {
    const host = await startHost();
    const { Data } = await upload(host, 'Facility', makeFile(png, 'clinic.png'));
    await host.post('facility/update', {
      uid: '0',
      uname: 'Clinic',
      uaddress: 'Plot 1',
      ulat: '1',
      ulon: '1',
      ustatus: '1',
      uthumbnail: `https://files.example${Data}`,
      user: 'ann',
    });
    await host.post('resource/update', {
      uid: '0',
      uname: 'PrEP',
      udescription: 'x',
      utype: '1',
      ustatus: '1',
      ucontent: `<img src="${Data}">`,
      user: 'ann',
    });
    const { items } = await host.get('upload/list?upload_used_by=prep');
    expect(defined(items[0]).upload_used_by).toBe('Facility Clinic, Resource PrEP');
  });
});

describe('a stored file', () => {
  it('cannot be read under any other name', async () => {
    const host = await startHost();
    await upload(host, 'Facility', makeFile(png, 'a.png'));
    for (const name of [
      'x.png',
      `${'0'.repeat(32)}.png`,
      '..%2Fstudy.sqlite',
      '%2e%2e%2fstudy.sqlite',
    ])
      expect((await host.send(`files/${name}`)).status).toBe(404);
  });

  it('is shown when it is an image and downloaded otherwise, and cannot run scripts', async () => {
    const host = await startHost();
    const image = await upload(host, 'Resource', makeFile(png, 'naïve "x".png'));
    const shown = await host.send(image.Data.slice(1));
    expect((await sharp(await shown.arrayBuffer()).metadata()).format).toBe('png');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''na%C3%AFve%20%22x%22.png",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
    });
    const page = await upload(host, 'Resource', makeFile('<script>alert(1)</script>', 'page.html'));
    const served = await host.send(page.Data.slice(1));
    expect(served.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(served.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.txt");
  });

  it.each(['bmi.csv', 'id3.txt'])(
    'comes back with the name, type and content it had: %s',
    async (name) => {
      const host = await startHost();
      const content = readFileSync(path.join(fixtures, name));
      const { Data } = await upload(host, 'Resource', makeFile(content, name));
      const served = await host.send(Data.slice(1));
      const type = name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8';
      expect(served.headers.get('content-type')).toBe(type);
      expect(served.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${name}`,
      );
      expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
    },
  );
});

describe('a photograph', () => {
  const photo = readFileSync(path.join(fixtures, 'photo-with-place.jpg'));
  const read = async (host: TestHost, path: string) =>
    Buffer.from(await (await host.send(path.slice(1))).arrayBuffer());

  it('is stored without its place and device', async () => {
    const host = await startHost();
    for (const target of ['Facility', 'Resource']) {
      const { Data } = await upload(host, target, makeFile(photo, 'clinic.jpg'));
      const stored = await read(host, Data);
      expect(stored.subarray(0, 2)).toEqual(photo.subarray(0, 2));
      expect(stored.includes('Made-up phone')).toBe(false);
      const { items } = await host.get('upload/list');
      expect(defined(items[0]).upload_size).toBe(stored.byteLength);
    }
  });

  it('that cannot be read is refused, unless the panel says that its user wants it as it is', async () => {
    const host = await startHost();
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const refused = await upload(host, 'Resource', makeFile(heic, 'a.heic'));
    expect(refused).toMatchObject({ Succeeded: false, Message: uncleanMessages.unreadable });
    const body = new FormData();
    body.set('file', makeFile(heic, 'a.heic'));
    const headers = { 'x-picture': 'as it is' };
    const response = await host.send('upload/Resource', { method: 'POST', body, headers });
    const { Data } = await response.json();
    const served = await host.send(Data.slice(1));
    expect(served.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.heic");
    expect(Buffer.from(await served.arrayBuffer()).equals(heic)).toBe(true);
  });
});

describe('the pictures that are stored already', () => {
  it('are cleaned under their addresses, once', async () => {
    const host = await startHost();
    const filesDir = path.join(host.dataDir, 'files');
    const photo = readFileSync(path.join(fixtures, 'photo-with-place.jpg'));
    const stored: string[] = [];
    for (const name of ['photo.jpg', 'broken.jpg', 'plain.png', 'gone.png', 'text.txt']) {
      const content = name === 'text.txt' ? 'text' : png;
      const { Data } = await upload(host, 'Resource', makeFile(content, name));
      stored.push(path.join(host.dataDir, Data.slice(1)));
    }
    const [photoFile = '', brokenFile = '', plainFile = '', goneFile = ''] = stored;
    writeFileSync(photoFile, photo);
    writeFileSync(brokenFile, photo.subarray(0, 30));
    const plain = readFileSync(plainFile);
    rmSync(goneFile);
    expect(await cleanStoredPictures(host.db, filesDir)).toEqual({
      cleaned: 1,
      unreadable: ['broken.jpg'],
      missing: ['gone.png'],
    });
    const cleaned = readFileSync(photoFile);
    expect(cleaned.includes('Made-up phone')).toBe(false);
    expect(readFileSync(plainFile).equals(plain)).toBe(true);
    const { items } = await host.get('upload/list?upload_name=photo');
    expect(defined(items[0]).upload_size).toBe(cleaned.byteLength);
    expect((await cleanStoredPictures(host.db, filesDir)).cleaned).toBe(0);
    expect(readFileSync(photoFile).equals(cleaned)).toBe(true);
  });
});

describe('downloadJson', () => {
  it('refuses a value that is not a list of rows', async () => {
    const { post } = await startHost();
    for (const ujson of ['', '[', '{}', '"text"', '[1]', 'null'])
      expect(await post('downloadJson', { ufilename: 'x', ujson })).toMatchObject({
        succeeded: false,
        message: 'The rows could not be read',
      });
    expect((await post('downloadJson', { ujson: '[]' })).message).toBe('File name is required');
  });

  it('answers with a CSV file that spreadsheets can read and that runs no formulas in them', async () => {
    const { postRaw } = await startHost();
    const rows = [
      { name: 'Ägnes, "A"', number: '+260000000001', score: -5, note: null },
      { name: '=HYPERLINK("http://x")', number: '-1+cmd', score: 1, note: 'two\nlines', more: [1] },
    ];
    const response = await postRaw('downloadJson', {
      ufilename: '../Evil "name"\r\nX-Header: 1',
      ujson: JSON.stringify(rows),
    });
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Evil -name-X-Header- 1.csv"',
    );
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(text).toBe(
      '\uFEFFname,number,score,note,more\r\n' +
        '"Ägnes, ""A""",+260000000001,-5,,\r\n' +
        '"\'=HYPERLINK(""http://x"")",\'-1+cmd,1,"two\nlines",[1]\r\n',
    );
  });

  it('refuses rows whose file would be much larger than their form', async () => {
    const { post } = await startHost();
    const refusal = { message: 'The rows have too many columns or cells for a file' };
    const wide = Array.from({ length: 1_001 }, (_, key) => ({ [`k${key}`]: 1 }));
    const long = [wide.slice(0, 1_000), Array(4_001).fill({})].flat();
    for (const rows of [wide, long])
      expect(
        await post('downloadJson', { ufilename: 'x', ujson: JSON.stringify(rows) }),
      ).toMatchObject(refusal);
  });

  it('writes a long file in parts, between which other requests run', async () => {
    const { postRaw } = await startHost();
    const cells = Object.fromEntries(Array.from({ length: 100 }, (_, key) => [`k${key}`, 'text']));
    const ujson = JSON.stringify(Array(5_000).fill(cells));
    const response = await postRaw('downloadJson', { ufilename: 'x', ujson });
    const parts: Uint8Array[] = [];
    for await (const part of response.body ?? []) parts.push(part);
    expect(parts.length).toBeGreaterThanOrEqual(50);
    expect(Buffer.concat(parts).toString().split('\r\n')).toHaveLength(5_002);
  });

  it('answers with an empty file if there are no rows', async () => {
    const { postRaw } = await startHost();
    const response = await postRaw('downloadJson', { ufilename: '…', ujson: '[]' });
    expect(response.headers.get('content-disposition')).toContain('"export.csv"');
    expect((await response.arrayBuffer()).byteLength).toBe(3);
  });
});
