import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { makeFile, pdf, png } from '../support/files';
import { facility } from '../support/form-values';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';

const MAX_BYTES = 100_000;
const FOLDER = 'https://files.example/base/';
const ADDRESS = `${FOLDER}pictures/a1.png`;
const IMAGE = `<img src="${ADDRESS}" alt="A map of the clinic" />`;

const remote = remotePanel({ UPLOAD_MAX_BYTES: String(MAX_BYTES), FILES_URL: FOLDER });
const typed = { ...facility, Content: '<p>Come in</p>' };
const described = { ...typed, 'Text alternative': 'A map of the clinic' };
const picture = { 'Image file': makeFile(png, 'a.png') };

const uploads = () => remote.host.calls.filter(({ path }) => path.startsWith('upload/'));
const alert = () => defined(remote.visitor.page.getAllByRole('alert')[0]).textContent ?? '';

function acceptUploads(path = '/pictures/a1.png') {
  remote.host.on('upload/Facility', () => ({ Succeeded: true, Message: null, Data: path }));
  remote.host.on('facility/update', () => envelope(null));
}

async function insert(values: Record<string, string>, more: Record<string, string | File>) {
  await remote.visitor.open('/facility/add');
  await remote.visitor.press('Insert image', values, more);
}

function expectTyped(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    expect(remote.visitor.shownValue(label), label).toBe(value);
}

/** Expects the form to be shown again with one error, everything that was typed, and nothing saved. */
function expectRefused(message: string, values: Record<string, string> = described) {
  expect(remote.visitor.status).toBe(400);
  expect(alert()).toBe(`There is a problem${message}`);
  expectTyped(values);
  expect(remote.host.to('facility/update')).toEqual([]);
}

describe('an image for a text', () => {
  it('is not sent on for a visitor who is not signed in', async () => {
    const body = new FormData();
    body.set('_insert', 'facility_content');
    body.set('_file_facility_content', makeFile(png, 'a.png'));
    for (const path of ['/facility/add', '/upload/facility/facility_content', '/gallery-images']) {
      const init = path.startsWith('/g') ? {} : { method: 'POST', body };
      const answer = await fetch(remote.panel.url + path, { ...init, redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toMatch(/^\/login/);
    }
    expect(uploads()).toEqual([]);
  });

  it.each([
    ['a page', makeFile('<!doctype html><script>alert(1)</script>', 'a.png', 'image/png')],
    ['an SVG', makeFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'image/svg+xml')],
    ['a PDF', makeFile(pdf, 'a.png', 'image/png')],
  ])('is refused when it is %s', async (_what, file) => {
    acceptUploads();
    await insert(described, { 'Image file': file });
    expectRefused('The image must be a PNG, JPEG, GIF or WebP file');
    expect(uploads()).toEqual([]);
  });

  it('is refused when it is too large', async () => {
    acceptUploads();
    const big = Buffer.concat([png, Buffer.alloc(MAX_BYTES)]);
    await insert(described, { 'Image file': makeFile(big, 'a.png') });
    expectRefused('The file is too large. Files can have up to 98 kB');
  });

  it('is refused when the host of uploads is down', async () => {
    acceptUploads();
    remote.host.on('upload/Facility', (_call, response) => void response.destroy());
    await insert(described, picture);
    expectRefused('Unable to upload image. Please try again');
  });

  it('is refused without a file', async () => {
    acceptUploads();
    await insert(described, {});
    expectRefused('Choose an image to insert');
    await remote.visitor.press('Save', {});
    expectRefused('Choose an image to insert');
  });

  it.each([
    '/pictures/a1.svg',
    '/pictures/a1.png?size=1',
    '/../a1.png',
    '/a"onerror="alert(1)".png',
  ])('is refused when the host stores it as %s', async (path) => {
    acceptUploads(path);
    await insert(described, picture);
    expectRefused(
      'The image cannot be inserted, because its address is not that of an uploaded image',
    );
  });

  it('is refused when the form names the address of another site', async () => {
    acceptUploads();
    await insert(described, { _image_facility_content: 'https://evil.example/a.png' });
    expectRefused(
      'The image cannot be inserted, because its address is not that of an uploaded image',
    );
    expect(remote.visitor.html).not.toContain('evil.example');
  });

  it('is refused for a field that is no rich text', async () => {
    await remote.visitor.open('/facility/add');
    await remote.visitor.press('Save', typed, { _insert: 'facility_name' });
    expect(remote.visitor.status).toBe(400);
    expect(remote.host.to('facility/update')).toEqual([]);
  });

  it('without a text alternative waits until it has one, and is uploaded once', async () => {
    acceptUploads();
    await insert(typed, picture);
    expectRefused('Enter a text alternative for the image', typed);
    await remote.visitor.press('Insert image', { 'Text alternative': 'x'.repeat(501) });
    expectRefused('The text alternative of the image can have up to 500 characters', typed);
    await remote.visitor.press('Insert image', { 'Text alternative': 'A map of the clinic' });
    expect(remote.visitor.status).toBe(200);
    expectTyped({ ...typed, Content: `<p>Come in</p>${IMAGE}`, 'Text alternative': '' });
    expect(uploads()).toHaveLength(1);
  });

  it('is added to the end of the text, and saved only with Save', async () => {
    acceptUploads();
    await insert({ Content: '<p>Come in</p>', 'Text alternative': '"A" & <b>' }, picture);
    expect(remote.visitor.status).toBe(200);
    expect(remote.visitor.page.queryAllByRole('alert')).toEqual([]);
    expect(
      remote.visitor.page
        .getByText('The image is at the end of the text. Save to keep it.')
        .getAttribute('role'),
    ).toBe('status');
    const content = `<p>Come in</p><img src="${ADDRESS}" alt="&quot;A&quot; &amp; &lt;b&gt;" />`;
    expectTyped({ Content: content, 'Text alternative': '' });
    expect(remote.host.to('facility/update')).toEqual([]);
    await remote.visitor.press('Save', facility);
    const [save] = take(remote.host.to('facility/update'), 1);
    expect(save.fields.ucontent).toBe(content);
  });

  it('that was chosen goes with Save too', async () => {
    acceptUploads();
    await remote.visitor.open('/facility/add');
    await remote.visitor.press('Save', described, picture);
    const [save] = take(remote.host.to('facility/update'), 1);
    expect(save.fields.ucontent).toBe(`<p>Come in</p>${IMAGE}`);
  });

  it('of another site that is typed as HTML is not saved', async () => {
    acceptUploads();
    await remote.visitor.open('/facility/add');
    const Content = `<p>a</p><img src="https://evil.example/a.png" alt="x" onerror="alert(1)">${IMAGE}`;
    await remote.visitor.press('Save', { ...facility, Content });
    const [save] = take(remote.host.to('facility/update'), 1);
    expect(save.fields.ucontent).toBe(`<p>a</p>${IMAGE}`);
  });
});
