import { expect, it } from 'vitest';
import { columnTitles } from '../support/column-titles';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';

const demo = demoPanel();

it.each([
  ['/audit', 'Audit Trail', ['ID', 'Date', 'User', 'Action', 'Screen', 'Description']],
  ['/audit/sign-ins', 'Sign-ins', ['ID', 'User', 'Date', 'Channel']],
  [
    '/audit/errors',
    'Errors',
    ['ID', 'Date', 'User', 'Action', 'Screen', 'Description', 'Exception'],
  ],
])('lists %s newest first, read-only', async (path, heading, titles) => {
  const visitor = await (await demo.signedIn()).open(path);
  expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toContain(heading);
  const head = visitor.page.getAllByRole('columnheader').map(({ textContent }) => textContent);
  for (const title of titles) expect(head.some((text) => text?.startsWith(title))).toBe(true);
  const ids = [...visitor.document.querySelectorAll('tbody tr')].map((row) =>
    Number(row.querySelector('td')?.textContent),
  );
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(visitor.page.queryByRole('link', { name: 'Add' })).toBeNull();
  expect(visitor.page.queryByRole('link', { name: /^(Delete|Edit)/ })).toBeNull();
  const tabs = ['Actions', 'Sign-ins', 'Errors'].map((name) =>
    visitor.page.getByRole('link', { name }),
  );
  expect(tabs.filter((tab) => tab.getAttribute('aria-current') === 'page')).toHaveLength(1);
});

it('shows who did what and when at any width', async () => {
  const visitor = await (await demo.signedIn()).open('/audit');
  const always = visitor.page
    .getAllByRole('columnheader')
    .filter(({ className }) => !/tier-[1-9]/.test(className));
  expect(columnTitles(always)).toEqual(expect.arrayContaining(['Date', 'User', 'Action']));
});

it('shows the oldest entries first after a click on the title of its first column', async () => {
  const visitor = await (await demo.signedIn()).open('/audit');
  const href = visitor.page.getByRole('link', { name: /^ID/ }).getAttribute('href') ?? '';
  await visitor.open(href);
  const ids = [...visitor.document.querySelectorAll('tbody tr')].map((row) =>
    Number(row.querySelector('td')?.textContent),
  );
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

it('shows what was just done, by whom and on which screen', async () => {
  const visitor = await demo.signedIn('researcher');
  await visitor.open('/countries');
  await expect
    .poll(async () => {
      await visitor.open('/audit?audit_username=lungile&audit_action=View&audit_title=Countries');
      return visitor.page.queryAllByText('Viewed Countries').length;
    })
    .toBeGreaterThan(0);
});

it('is filtered by user, action, screen and time, and exports the filtered entries', async () => {
  const visitor = await demo.signedIn();
  const search =
    'audit_username=tdemoba&audit_action=Export&audit_title=Quizzes&audit_date.from=2026-01-01';
  await visitor.open(`/audit?${search}`);
  const rows = [...visitor.document.querySelectorAll('tbody tr')].map(
    (row) => row.textContent ?? '',
  );
  for (const row of rows) expect(row).toMatch(/tdemoba.*Export.*Quizzes/s);
  const file = await exportFull(visitor, `/audit?${search}`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
  const csv = await file.text();
  expect(csv.trim().split('\r\n')).toHaveLength(Math.max(rows.length, 0) + 1);
  const signIns = await visitor.request('/export/audit/sign-ins', { method: 'POST' });
  expect(signIns.headers.get('content-disposition')).toBe(
    'attachment; filename="audit-sign-ins.csv"',
  );
});

it('ASVS 16.4.2: has no way to change or delete an entry', async () => {
  const visitor = await demo.signedIn();
  for (const path of [
    '/audit',
    '/delete/audit/1',
    '/audit/edit/1',
    '/delete/login/1',
    '/delete/log/1',
  ]) {
    const response = await visitor.request(path, {
      method: 'POST',
      body: new URLSearchParams({ uid: '1' }),
    });
    await response.body?.cancel();
    expect(response.status).not.toBe(200);
  }
  expect(await demo.sql('select audit_id from audit_entry where audit_id = 1')).toHaveLength(1);
});
