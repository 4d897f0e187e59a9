import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { uncleanMessages } from '../../shared/files/unclean-messages';
import { makeFile, pdf, png } from '../support/files';
import { facility } from '../support/form-values';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';

const MAX_BYTES = 100_000;

const remote = remotePanel({
  UPLOAD_MAX_BYTES: String(MAX_BYTES),
  FILES_URL: 'https://files.example/base/',
});

const accepted = (path = '/pictures/a1.png') => ({ Succeeded: true, Message: null, Data: path });
const uploads = () => remote.host.calls.filter(({ path }) => path.startsWith('upload/'));
const alert = () => defined(remote.visitor.page.getAllByRole('alert')[0]).textContent ?? '';

async function save(file: File, values: Record<string, string> = facility) {
  await remote.visitor.open('/facility/add');
  await remote.visitor.press('Save', values, { 'Upload an image': file });
}

describe('a file that goes with a form', () => {
  it('is not sent on for a visitor who is not signed in', async () => {
    const body = new FormData();
    body.set('_file_facility_thumbnailUrl', makeFile(png, 'a.png'));
    for (const path of ['/facility/add', '/upload/facility/facility_thumbnailUrl']) {
      const answer = await fetch(remote.panel.url + path, {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('/login');
    }
    expect(uploads()).toEqual([]);
  });

  it.each([
    ['a page', makeFile('<!doctype html><script>alert(1)</script>', 'logo.png', 'image/png')],
    ['an SVG', makeFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.svg', 'image/svg+xml')],
    ['a PDF', makeFile(pdf, 'logo.jpg', 'image/jpeg')],
  ])('is refused as a thumbnail when it is %s, whatever it is called', async (_what, file) => {
    await save(file);
    expect(remote.visitor.status).toBe(400);
    expect(alert()).toBe(
      'There is a problemThe thumbnail image must be a PNG, JPEG, GIF or WebP file',
    );
    for (const [label, value] of Object.entries(facility))
      expect(remote.visitor.shownValue(label)).toBe(value);
    expect(uploads()).toEqual([]);
    expect(remote.host.to('facility/update')).toEqual([]);
  });

  it('is refused when it is too large, and nothing that was typed is lost', async () => {
    remote.host.on('upload/Facility', () => accepted());
    for (const bytes of [MAX_BYTES + 1, 3 * MAX_BYTES]) {
      await save(makeFile(Buffer.concat([png, Buffer.alloc(bytes - png.length)]), 'big.png'));
      expect(remote.visitor.status).toBe(400);
      expect(alert()).toContain('The file is too large. Files can have up to 98 kB');
      for (const [label, value] of Object.entries(facility))
        expect(remote.visitor.shownValue(label)).toBe(value);
    }
    expect(remote.host.to('facility/update')).toEqual([]);
  });

  it('is cut off when it is many times too large, and the panel goes on', async () => {
    const body = new FormData();
    body.set('_file_facility_thumbnailUrl', makeFile(Buffer.alloc(56_000_000), 'big.png'));
    const outcome = await remote.visitor.request('/facility/add', { method: 'POST', body }).then(
      ({ status }) => status,
      // The connection ends while the file is still being sent.
      () => 413,
    );
    expect(outcome).toBe(413);
    expect(remote.host.to('facility/update')).toEqual([]);
    await remote.visitor.open('/home');
    expect(remote.visitor.status).toBe(200);
  });

  it('of exactly the size that is allowed is sent on whole', async () => {
    remote.host.on('upload/Resource', () => accepted('docs/x.pdf'));
    const content = Buffer.concat([pdf, Buffer.alloc(MAX_BYTES - pdf.length, 7)]);
    await remote.visitor.open('/resource/add');
    await remote.visitor.press('Save', {}, { 'Upload a file': makeFile(content, 'big.pdf') });
    expect(uploads()).toHaveLength(1);
    expect(defined(uploads()[0]).body).toContain(content.toString('latin1'));
  });

  it('loses its place and device before it is sent on, when it is a photograph', async () => {
    remote.host.on('upload/Facility', () => accepted());
    remote.host.on('upload/Resource', () => accepted());
    const photo = readFileSync('tests/fixtures/photo-with-place.jpg');
    await save(makeFile(photo, 'clinic.jpg'));
    await remote.visitor.open('/resource/add');
    const files = {
      'Upload a file': makeFile(photo, 'a.jpg'),
      'Upload an image': makeFile(photo, 'b.jpg'),
    };
    await remote.visitor.press('Save', { Name: 'PrEP' }, files);
    const body = new FormData();
    body.set('file', makeFile(photo, 'c.jpg'));
    for (const path of ['/upload/facility/facility_content', '/upload/resource/resource_url'])
      expect((await remote.visitor.request(path, { method: 'POST', body })).status).toBe(200);
    expect(uploads()).toHaveLength(5);
    for (const { body, headers } of uploads()) {
      expect(body).toContain('\xff\xd8\xff');
      expect(body).not.toContain('Made-up phone');
      expect(headers['x-picture']).toBe('cleaned');
    }
  });

  it('that is a picture and cannot be read is stored only after the user was asked', async () => {
    remote.host.on('upload/Facility', () => accepted());
    remote.host.on('facility/update', () => envelope(null));
    const broken = makeFile(Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1'), 'clinic.jpg');
    await save(broken);
    expect(remote.visitor.status).toBe(400);
    expect(alert()).toBe(`There is a problem${uncleanMessages.unreadable}`);
    expect(uploads()).toEqual([]);
    for (const [label, value] of Object.entries(facility))
      expect(remote.visitor.shownValue(label)).toBe(value);
    await remote.visitor.press(
      'Save',
      {},
      {
        'Upload the picture as it is, with its place, device and time': broken,
      },
    );
    expect(defined(uploads()[0]).body).toContain('no picture');
    expect(defined(uploads()[0]).headers['x-picture']).toBe('as it is');
    expect(defined(remote.host.to('facility/update')[0]).fields.uthumbnail).toContain('a1.png');
    await expect
      .poll(() => remote.host.to('audit/update').map(({ fields }) => fields.udescription))
      .toContainEqual(
        expect.stringContaining('Uploaded a picture with its place, device and time'),
      );
  });

  it('is cleaned although the sender says that it shall be stored as it is, when it can be read', async () => {
    remote.host.on('upload/Facility', () => accepted());
    const body = new FormData();
    body.set('file', makeFile(readFileSync('tests/fixtures/photo-with-place.jpg'), 'c.jpg'));
    const path = '/upload/facility/facility_thumbnailUrl?picture=as-it-is';
    expect((await remote.visitor.request(path, { method: 'POST', body })).status).toBe(200);
    expect(defined(uploads()[0]).body).not.toContain('Made-up phone');
  });

  it.each([
    ['is down', () => undefined, 'Unable to upload thumbnail image. Please try again'],
    ['answers 500', 500, 'Unable to upload thumbnail image. Please try again'],
    ['refuses', () => ({ Succeeded: false, Message: 'The disk is full' }), 'The disk is full'],
    [
      'refuses without a message',
      () => ({ Succeeded: false, Message: null }),
      'Unable to upload thumbnail image. Please try again',
    ],
    [
      'answers without a path',
      () => ({ Succeeded: true, Data: null }),
      'The response from the server is invalid. Please try again',
    ],
    [
      'answers another envelope',
      () => envelope([]),
      'The response from the server is invalid. Please try again',
    ],
    ['answers a text', () => 'stored', 'Unable to process response from server. Please try again'],
    ['answers HTML', '<h1>Hello</h1>', 'Unable to process response from server. Please try again'],
  ])('is refused with the message for that case when the host %s', async (_, answer, message) => {
    remote.host.on('upload/Facility', async (_call, response) => {
      if (answer === 500) response.statusCode = 500;
      if (typeof answer === 'string' && answer.startsWith('<')) return void response.end(answer);
      if (typeof answer === 'function') return answer() ?? void response.destroy();
      return accepted();
    });
    await save(makeFile(png, 'a.png'));
    expect(remote.visitor.status).toBe(400);
    expect(alert()).toBe(`There is a problem${message}`);
    for (const [label, value] of Object.entries(facility))
      expect(remote.visitor.shownValue(label)).toBe(value);
    expect(remote.host.to('facility/update')).toEqual([]);
  });

  it('is sent first, as multipart, and its address is saved with the record', async () => {
    remote.host.on('upload/Facility', () => accepted());
    remote.host.on('facility/update', () => envelope(null));
    await save(makeFile(png, '../clinic x.html', 'text/html'));
    const [upload] = take(uploads(), 1);
    expect(upload).toMatchObject({ method: 'POST', path: 'upload/Facility' });
    expect(upload.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(upload.body).toContain(
      'Content-Disposition: form-data; name="file"; filename="clinic x.png"\r\nContent-Type: image/png\r\n\r\n',
    );
    expect(upload.body).toContain(png.subarray(0, 8).toString('latin1'));
    // The upload has no other field (wire.md).
    expect(upload.body.match(/ name="/g)).toHaveLength(1);
    expect(defined(remote.host.to('facility/update')[0]).fields).toMatchObject({
      uname: 'Matero Clinic',
      uthumbnail: 'https://files.example/base/pictures/a1.png',
    });
    const order = remote.host.calls.map(({ path }) => path);
    expect(order.indexOf('upload/Facility')).toBeLessThan(order.indexOf('facility/update'));
    await expect
      .poll(() =>
        remote.host.to('audit/update').map(({ fields }) => [fields.utitle, fields.uaction]),
      )
      .toContainEqual(['Gallery', 'Add']);
  });

  it('stays in the form as an address when another field is missing', async () => {
    remote.host.on('upload/Facility', () => accepted());
    const { Name: _none, ...rest } = facility;
    await save(makeFile(png, 'a.png'), rest);
    expect(alert()).toBe('There is a problemName is required');
    expect(remote.visitor.shownValue('Thumbnail address')).toBe(
      'https://files.example/base/pictures/a1.png',
    );
    const image = remote.visitor.page.getByRole('img', { name: 'Current thumbnail image' });
    expect(image.getAttribute('width')).toBe('160');
    remote.host.on('facility/update', () => envelope(null));
    await remote.visitor.press('Save', { Name: 'Matero Clinic' });
    expect(uploads()).toHaveLength(1);
    expect(defined(remote.host.to('facility/update')[0]).fields.uthumbnail).toBe(
      'https://files.example/base/pictures/a1.png',
    );
  });

  it('may be of any type as an attachment, beside a thumbnail', async () => {
    remote.host.on('upload/Resource', ({ body }) =>
      accepted(body.includes('%PDF') ? 'docs/x.pdf' : '/pictures/x.png'),
    );
    remote.host.on('resource/update', () => envelope(null));
    await remote.visitor.open('/resource/add');
    await remote.visitor.press(
      'Save',
      { Name: 'PrEP', Description: 'x', Type: 'Standard', Status: 'Active' },
      { 'Upload a file': makeFile(pdf, 'guide.pdf'), 'Upload an image': makeFile(png, 'a.png') },
    );
    expect(defined(remote.host.to('resource/update')[0]).fields).toMatchObject({
      uurl: 'https://files.example/base/docs/x.pdf',
      uthumbnail: 'https://files.example/base/pictures/x.png',
    });
  });

  it('is refused together with other files for the same input, and nothing that was typed is lost', async () => {
    remote.host.on('upload/Facility', () => accepted());
    await remote.visitor.open('/facility/add');
    for (const names of [
      ['a.png', 'b.png'],
      ['a.png', 'b.png', 'c.png'],
    ]) {
      const body = new FormData();
      for (const [name, value] of remote.visitor.getBody('Save', facility))
        body.append(name, value);
      for (const name of names) body.append('_file_facility_thumbnailUrl', makeFile(png, name));
      await remote.visitor.open('/facility/add', { method: 'POST', body });
      expect(remote.visitor.status).toBe(400);
      expect(alert()).toBe('There is a problemChoose only one file for the thumbnail image');
      for (const [label, value] of Object.entries(facility))
        expect(remote.visitor.shownValue(label)).toBe(value);
      expect(remote.visitor.shownValue('Thumbnail address')).toBe('');
    }
    expect(uploads().every(({ body }) => body.includes('filename="a.png"'))).toBe(true);
    expect(remote.host.to('facility/update')).toEqual([]);
    expect(remote.panel.output()).not.toMatch(/^\s+at |"level":50/m);
    remote.host.on('facility/update', () => envelope(null));
    await remote.visitor.press('Save', {}, { 'Upload an image': makeFile(png, 'a.png') });
    expect(defined(remote.host.to('facility/update')[0]).fields.uthumbnail).toContain(
      '/pictures/a1.png',
    );
  });

  it('is stored although the file of another input is refused', async () => {
    remote.host.on('upload/Resource', ({ body }) =>
      body.includes('%PDF') ? accepted('docs/x.pdf') : refusal('no'),
    );
    await remote.visitor.open('/resource/add');
    await remote.visitor.press(
      'Save',
      { Name: 'PrEP', Description: 'x', Type: 'Standard', Status: 'Active' },
      { 'Upload a file': makeFile(pdf, 'guide.pdf'), 'Upload an image': makeFile(png, 'a.png') },
    );
    expect(alert()).toBe('There is a problemno');
    expect(remote.visitor.shownValue('Attachment address')).toBe(
      'https://files.example/base/docs/x.pdf',
    );
  });

  it('for a folder that the host does not have is refused with a message that says so', async () => {
    const refusals = [
      [404, '<h1>Not here</h1>'],
      [405, '<h1>Not here</h1>'],
      [400, 'Bad folder'],
    ] as const;
    for (const [status, text] of refusals) {
      remote.host.on('upload/Facility', (_call, response) => {
        response.statusCode = status;
        response.end(text);
      });
      await save(makeFile(png, 'a.png'));
      expect(remote.visitor.status).toBe(400);
      expect(alert()).toBe(
        'There is a problemThe upload server has no folder Facility, so the file was not stored. Ask the person who runs this panel to check UPLOAD_URL. Save without the file, or enter the address of a file that is stored elsewhere',
      );
      expect(remote.panel.output()).toContain(
        `"target":"Facility","status":${status},"setting":"UPLOAD_URL"`,
      );
    }
    expect(remote.panel.output()).not.toContain('"level":50');
    // Nothing was uploaded: no entry says that the outcome is unknown.
    await remote.visitor.open('/home');
    expect(remote.host.entries('Add')).toEqual([]);
  });

  it('in an input that the form does not have is not sent to the host', async () => {
    const body = new FormData();
    body.set('_file_facility_name', makeFile(png, 'a.png'));
    body.set('file', makeFile(png, 'a.png'));
    await remote.visitor.request('/facility/add', { method: 'POST', body });
    await remote.visitor.request('/pfacility/add', { method: 'POST', body });
    expect(uploads()).toEqual([]);
  });
});

describe('the fields of a form with files', () => {
  it('are refused if they exceed 1 MB together', async () => {
    await remote.visitor.open('/facility/add');
    await remote.visitor.press('Save', { ...facility, Content: 'x'.repeat(1_100_000) });
    expect(remote.visitor.status).toBe(413);
    expect(remote.visitor.page.getByText(/Forms can hold up to 1 MB/)).toBeTruthy();
  });

  it('that cannot be read are refused', async () => {
    for (const body of [
      '',
      'no parts',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ]) {
      const answer = await remote.visitor.request('/facility/add', {
        method: 'POST',
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect(answer.status).toBe(400);
    }
    const bare = await remote.visitor.request('/facility/add', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(bare.status).toBe(400);
  });
});

describe('a script’s upload', () => {
  async function send(path: string, file: File, name = 'file') {
    const body = new FormData();
    body.set(name, file);
    return remote.visitor.request(path, { method: 'POST', body });
  }

  it('is answered with the address, or with the reason', async () => {
    const path = '/upload/facility/facility_thumbnailUrl';
    remote.host.on('upload/Facility', () => accepted());
    const good = await send(path, makeFile(png, 'a.png'));
    expect(await good.json()).toEqual({ address: 'https://files.example/base/pictures/a1.png' });
    const wrong = await send(path, makeFile('text', 'a.png'));
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { message: 'The thumbnail image must be a PNG, JPEG, GIF or WebP file' },
    ]);
    const big = await send(path, makeFile(Buffer.concat([png, Buffer.alloc(MAX_BYTES)]), 'a.png'));
    expect([big.status, await big.json()]).toEqual([
      413,
      { message: 'The file is too large. Files can have up to 98 kB' },
    ]);
    expect((await send(path, makeFile(png, 'a.png'), 'other')).status).toBe(400);
  });

  it('of several files is refused', async () => {
    remote.host.on('upload/Facility', () => accepted());
    const body = new FormData();
    body.append('file', makeFile(png, 'a.png'));
    body.append('file', makeFile(png, 'b.png'));
    const answer = await remote.visitor.request('/upload/facility/facility_thumbnailUrl', {
      method: 'POST',
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'Choose only one file for the thumbnail image' },
    ]);
    expect(uploads()).toHaveLength(1);
  });

  it('is accepted only for fields that hold files', async () => {
    for (const path of [
      '/upload/facility/facility_name',
      '/upload/user/user_email',
      '/upload/upload/upload_path',
      '/upload/nothing/nothing',
    ])
      expect((await send(path, makeFile(png, 'a.png'))).status).toBe(404);
    expect(uploads()).toEqual([]);
  });

  it('is refused from another site', async () => {
    const body = new FormData();
    body.set('file', makeFile(png, 'a.png'));
    const answer = await remote.visitor.request('/upload/facility/facility_thumbnailUrl', {
      method: 'POST',
      body,
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(403);
    expect(uploads()).toEqual([]);
  });
});

describe('the pages with a thumbnail', () => {
  it('let in images of the file server, and of nobody else', async () => {
    const answer = await remote.visitor.request('/facility/add');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("img-src 'self' data: https://files.example;");
    expect(policy).not.toContain('frame-src');
  });
});
