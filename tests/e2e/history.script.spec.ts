import type { Page } from '@playwright/test';
import { defined } from '../../shared/defined';
import { unique } from '../support/unique';
import { expectFits, expectFitsAndAccessible } from './support/fits';
import { add, open } from './support/steps';
import { administrator, expect, test } from './support/test';

const record = () => ({ color_name: unique('History'), color_code: '#111111', c_status: '1' });

/**
 * Saves a color, changes it twice, and opens its history after each change. Returns the addresses of the pages that
 * take back the first and the second change.
 */
async function openHistory(page: Page): Promise<string[]> {
  const form = record();
  const edit = await add(page, 'color', form);
  const undo: string[] = [];
  for (const color_code of ['#222222', '#333333']) {
    await page.request.post(edit, { form: { ...form, color_code }, maxRedirects: 0 });
    await open(page, edit);
    await page.getByRole('link', { name: 'Record history' }).click();
    const newest = page.getByRole('link', { name: 'Take back' }).first();
    await expect(newest).toBeAttached();
    undo.push(defined((await newest.getAttribute('href')) ?? undefined));
  }
  return undo;
}

test('a history and its pages to take a change back fit narrow screens, and axe finds nothing', async ({
  page,
}) => {
  const [earlier = '', newest = ''] = await openHistory(page);
  await expectFitsAndAccessible(page);
  await expect(page.getByRole('link', { name: 'Take back' })).toBeVisible();
  // The earlier change, and the three fields of the addition.
  const outdated = page.getByRole('cell', { name: 'Changed since', exact: true });
  await expect(outdated).toHaveCount(4);
  for (const cell of await outdated.all()) await expect(cell).toBeVisible();
  await open(page, newest);
  await expect(page.getByRole('button', { name: 'Take back this change' })).toBeVisible();
  await expectFitsAndAccessible(page);
  await open(page, earlier);
  await expect(page.getByRole('alert')).toContainText('The record has changed since: Color.');
  await expectFitsAndAccessible(page);
});

test('a card of a history shows the value before and the value after', async ({ page }) => {
  await openHistory(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const newest = page.getByRole('row').nth(1);
  await expect(newest.getByRole('cell', { name: 'Before #222222' })).toBeVisible();
  await expect(newest.getByRole('cell', { name: '→ After #333333' })).toBeVisible();
  const [before, after] = await Promise.all(
    [/^Before/, /After/].map((name) => newest.getByRole('cell', { name }).boundingBox()),
  );
  expect(before?.y).toBe(after?.y);
  expect(before?.x).toBeLessThan(after?.x ?? 0);
});

test('a history shows who changed what, and when', async ({ page }) => {
  await openHistory(page);
  const newest = page.getByRole('row').filter({ hasText: '#333333' });
  for (const [width, user] of [
    [1280, administrator.email],
    [360, `By ${administrator.email}`],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of [user, 'Color', /#222222$/, /#333333$/, /\d{4} \d\d:\d\d$/, 'Take back'])
      await expect(newest.getByRole('cell', { name, exact: true })).toBeVisible();
  }
});

test('the link back from the history of a record with a long name fits narrow screens', async ({
  page,
}) => {
  const edit = await add(page, 'color', {
    ...record(),
    color_name: unique('A long name of a color that users like to paint their clinics in'),
  });
  await open(page, edit);
  await page.getByRole('link', { name: 'Record history' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('History of');
  await expectFits(page);
});

test('the bin and the confirmation of a restore fit narrow screens, and axe finds nothing', async ({
  page,
}) => {
  const edit = await add(page, 'color', record());
  const id = edit.split('/').at(-1);
  await page.request.post(`/delete/color/${id}`, { form: {}, maxRedirects: 0 });
  await open(page, '/bin?deleted_type=Color');
  const restore = page.getByRole('link', { name: /^Restore / }).first();
  const href = defined((await restore.getAttribute('href')) ?? undefined);
  await expectFitsAndAccessible(page);
  await open(page, href);
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('each line of the links above a record begins at the same edge on a narrow screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/participant/view/1');
  await page.locator('summary', { hasText: 'More' }).click();
  const links = page
    .getByRole('main')
    .getByRole('link', { name: /^(Back to|Who saw|Record history)/ });
  const boxes = await links.evaluateAll((found) =>
    found.map((link) => link.getBoundingClientRect()),
  );
  expect(boxes).toHaveLength(3);
  const left = Math.min(...boxes.map((box) => box.left));
  for (const line of new Set(boxes.map(({ top }) => top)))
    expect(Math.min(...boxes.filter(({ top }) => top === line).map((box) => box.left))).toBe(left);
});

test('the page My accesses shows its title only once', async ({ page }) => {
  await open(page, '/profile/accesses');
  await expect(page.getByRole('heading', { name: /My accesses/ })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Back to Profile' })).toBeVisible();
});
