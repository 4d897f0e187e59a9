import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGalleryImages } from '../../app/lib/core/uploads/gallery-images';
import { defined } from '../../shared/defined';
import { makeFile, pdf, png } from '../support/files';
import { type RunningPanel, startPanel } from '../support/panel';
import { remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

describe('the gallery of the embedded host', () => {
  let panel: RunningPanel;
  let visitor: Visitor;
  beforeAll(async () => {
    panel = await startPanel({ DEMO_DATA: 'on' });
    visitor = new Visitor(panel.url);
    await visitor.signIn('mwansa@panel.example', 'demo-administrator');
    await visitor.open('/facility/edit/1');
    await visitor.press('Save', services, { 'Upload an image': makeFile(png, 'clinic.png') });
    await visitor.open('/resource/edit/1');
    await visitor.press('Save', {}, { 'Upload a file': makeFile(pdf, 'guide.pdf') });
    await visitor.open('/resource/edit/2');
    await visitor.press('Save', {}, { 'Upload a file': makeFile('<script>1</script>', 'x.html') });
  });
  afterAll(() => panel.stop());

  /** The answers for required inputs, which are empty in some facilities of the demo study. */
  const services = Object.fromEntries(
    ['Contraceptive', 'PrEP', 'Abortion', 'Menstrual', 'STI', 'ART'].map((name) => [
      `${name} services`,
      'Yes',
    ]),
  );
  const getHref = (name: string) =>
    visitor.page.getByRole('link', { name }).getAttribute('href') ?? '';

  it('requires a sign-in, and so do its files', async () => {
    await visitor.open('/file-manager');
    for (const path of ['/file-manager', getHref('clinic.png')]) {
      const answer = await fetch(panel.url + path, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toMatch(/^\/login/);
    }
  });

  it('shows each uploaded file with its size and the record that uses it, beside the files of the demo', async () => {
    await visitor.open('/file-manager');
    const rows = visitor.page.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows.find((row) => row.includes('clinic.png'))).toMatch(/91 bytes.*Facility /);
    expect(rows.find((row) => row.includes('guide.pdf'))).toMatch(/Resource What PrEP is/);
    expect(rows.find((row) => row.includes('x.txt'))).toMatch(/Resource How to take PrEP/);
    expect(visitor.page.getByText('1–10 of 11')).toBeTruthy();
  });

  it('gives the editor its images, newest first, and no other files', async () => {
    const answer = await visitor.request('/gallery-images');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const images = readGalleryImages(await answer.json());
    expect(images?.[0]).toEqual({ address: getHref('clinic.png'), name: 'clinic.png' });
    expect(images?.every(({ address }) => /^\/files\/\w+\.png$/.test(address))).toBe(true);
    expect(images?.map(({ name }) => name)).not.toContain('guide.pdf');
  });

  it('is searched, sorted and paged like every list', async () => {
    await visitor.open('/file-manager?q=guide');
    expect(visitor.page.getByText('1–1 of 1')).toBeTruthy();
    await visitor.open('/file-manager?upload_used_by=facility');
    expect(visitor.page.getByRole('link', { name: 'clinic.png' })).toBeTruthy();
    await visitor.open('/file-manager?size=1&page=2&sort=upload_size');
    expect(visitor.page.getByText('2–2 of 11')).toBeTruthy();
    expect(visitor.page.getByRole('link', { name: 'x.txt' })).toBeTruthy();
  });

  it('shows the uploaded thumbnail on the facility’s form, 160 pixels wide', async () => {
    await visitor.open('/facility/edit/1');
    expect(visitor.shownValue('Thumbnail address')).toMatch(/^\/files\/[0-9a-f]{32}\.png$/);
    const image = visitor.page.getByRole('img', { name: 'Current thumbnail image' });
    expect(image.getAttribute('width')).toBe('160');
  });

  it('serves an image for display and any other file as a download, and neither can run anything', async () => {
    await visitor.open('/file-manager');
    const image = await visitor.request(getHref('clinic.png'));
    expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''clinic.png",
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    for (const name of ['guide.pdf', 'x.txt']) {
      const file = await visitor.request(getHref(name));
      expect(file.headers.get('content-type')).toBe(
        name === 'x.txt' ? 'text/plain; charset=utf-8' : 'application/pdf',
      );
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    }
  });

  it('serves no other files', async () => {
    for (const name of [
      'x.png',
      '../study.sqlite',
      '..%2Fstudy.sqlite',
      '%2e%2e%2fstudy.sqlite',
      '',
    ])
      expect((await visitor.request(`/files/${name}`)).status).not.toBe(200);
  });
});

describe('a gallery on another site', () => {
  const remote = remotePanel({ GALLERY_URL: 'https://gallery.example/files?view=all' });

  it('is shown in a frame, which the security policy of this page alone allows', async () => {
    const { visitor, host } = remote;
    const answer = await visitor.request('/file-manager');
    expect(answer.headers.get('content-security-policy')).toContain(
      'frame-src https://gallery.example;',
    );
    const other = await visitor.request('/users');
    expect(other.headers.get('content-security-policy')).not.toContain('frame-src');
    host.calls.length = 0;
    await visitor.open('/file-manager');
    const frame = visitor.page.getByTitle('Gallery');
    expect(frame.getAttribute('src')).toBe('https://gallery.example/files?view=all');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(host.to('upload/list')).toEqual([]);
    expect(defined(host.to('audit/update')[0]).fields).toMatchObject({
      utitle: 'Gallery',
      uaction: 'View',
    });
  });

  it('means that this panel serves no files', async () => {
    const answer = await remote.visitor.request(`/files/${'0'.repeat(32)}.png`);
    expect(answer.status).toBe(404);
  });
});

describe('a remote host without a gallery', () => {
  const remote = remotePanel();
  const words =
    /^No gallery is configured for this API host\. The person who runs this panel can set GALLERY_URL/;

  it('has a page that says so, and is asked for nothing but explanations of columns', async () => {
    const { visitor, host } = remote;
    await visitor.open('/file-manager');
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Gallery');
    expect(visitor.page.getByText(words)).toBeTruthy();
    expect(visitor.page.queryByRole('alert')).toBeNull();
    expect(visitor.page.queryByRole('table')).toBeNull();
    await visitor.open('/export/file-manager', { method: 'POST' });
    await visitor.open('/columns/file-manager');
    await visitor.open('/filters/file-manager');
    await visitor.open('/file-manager?q=clinic&page=2');
    expect(visitor.page.getByText(words)).toBeTruthy();
    expect(new Set(host.calls.map(({ path }) => path))).toEqual(
      new Set(['audit/update', 'data-dictionary/list']),
    );
    expect(defined(host.to('audit/update')[0]).fields).toMatchObject({
      utitle: 'Gallery',
      uaction: 'View',
    });
    expect(remote.panel.output()).not.toContain('"level":50');
  });
});
