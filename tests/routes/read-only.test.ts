import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';

const demo = demoPanel({ RESEARCHERS_READ_ONLY: 'on' });

const country = { country_name: 'Zambia', country_code: '+1', c_status: '1' };

describe('ASVS 8.2.1: a researcher, while RESEARCHERS_READ_ONLY is on,', () => {
  it.each([
    ['/country/add', country],
    ['/country/edit/1', country],
    ['/user/edit/1', { u_status: '2' }],
    ['/delete/country/1', {}],
    ['/send-messages', { category: '1' }],
    ['/phone/participants/%2B260', { participant: '+260' }],
    ['/phone/participants/%2B260/unlink/%2B261', {}],
  ])('is refused a post to %s, with a page that says why', async (path, fields) => {
    const visitor = await demo.signedIn('researcher');
    const before = JSON.stringify(await demo.sql('select * from country'));
    await visitor.open(path, { method: 'POST', body: new URLSearchParams(fields) });
    expect(visitor.status).toBe(403);
    expect(visitor.document.body.textContent).toContain('change nothing');
    expect(JSON.stringify(await demo.sql('select * from country'))).toBe(before);
  });

  it('sees the history of a record, but none of its values after the record is deleted', async () => {
    const [administrator, visitor] = [await demo.signedIn(), await demo.signedIn('researcher')];
    await administrator.open('/country/edit/3');
    await administrator.press('Save', { 'Phone code': '+2639' });
    await visitor.open('/history/country/3');
    expect(visitor.document.body.textContent).toContain('+2639');
    const undo = (await administrator.open('/history/country/3')).page
      .getByRole('link', { name: /^Take back/ })
      .getAttribute('href');
    await administrator.open('/delete/country/3');
    await administrator.press('Delete');
    for (const [path, method] of [
      ['/history/country/3', 'GET'],
      ['/export/history/country/3', 'POST'],
      [`${undo}`, 'GET'],
    ] as const) {
      await visitor.open(path, { method });
      expect(visitor.status, path).toBe(403);
      const said = visitor.document.body.textContent;
      expect(said).toContain('Only users who may delete records can see the bin');
      expect(said).not.toContain('+2639');
    }
    expect((await administrator.open('/history/country/3')).status).toBe(200);
  });

  it('sees records and exports, but no links or buttons for what would be refused', async () => {
    const visitor = await demo.signedIn('researcher');
    await visitor.open('/countries');
    expect(visitor.page.queryByRole('link', { name: 'Add' })).toBeNull();
    expect(visitor.page.queryByRole('link', { name: /^Delete\b/ })).toBeNull();
    expect(visitor.page.getByRole('button', { name: /^Export/ })).toBeTruthy();
    await visitor.open('/country/edit/1');
    expect(visitor.page.getByLabelText(/^Phone code/)).toBeTruthy();
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    await visitor.open('/delete/country/1');
    expect(visitor.page.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(
      (await visitor.open('/send-messages')).page.queryByRole('button', { name: 'Send' }),
    ).toBeNull();
  });

  it('can export, fold the menu, end sessions and sign out, which changes no data', async () => {
    const visitor = await demo.signedIn('researcher');
    const file = await visitor.request('/export/countries', { method: 'POST' });
    expect(file.headers.get('content-type')).toContain('text/csv');
    await visitor.open('/home');
    expect((await visitor.press('Collapse menu')).status).toBe(200);
    await visitor.open('/profile', { method: 'POST', body: new URLSearchParams({ session: 'x' }) });
    expect(visitor.status).toBe(200);
    await visitor.press('Logout');
    expect(visitor.url).toMatch(/\/login$/);
  });

  it('has fewer rights than an administrator, who can still save records', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/country/edit/1');
    await visitor.press('Save', { 'Phone code': '+260' });
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
  });
});
