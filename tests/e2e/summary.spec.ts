import type { Page } from '@playwright/test';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

const total = (page: Page) => page.getByRole('heading', { level: 1 });
const figures = (page: Page) => page.getByRole('table');

test('a list is summarized by fields that a form names, and each figure leads to its rows', async ({
  page,
}) => {
  await open(page, '/participants?own_phone.in=Yes');
  const shown = (await total(page).textContent())?.replace(/\D/g, '');
  await page.getByRole('link', { name: 'Summary', exact: true }).click();
  await expect(page).toHaveURL(/own_phone\.in=Yes&by=peer_navigator$/);
  await expect(page.getByRole('link', { name: /^Own Phone is Yes/ })).toBeVisible();
  await ready(page);
  await page.getByLabel('Group rows by').selectOption('srh_prep_interest');
  await page.getByLabel('and by').selectOption('assessment_date.year');
  await page.getByRole('button', { name: 'Summarize' }).click();
  await expect(page).toHaveURL(/own_phone\.in=Yes&by=srh_prep_interest,assessment_date\.year$/);
  const caption = 'Number of participants by PrEP Interest and Assessment Date (year)';
  await expect(page.getByRole('heading', { level: 2, name: caption })).toBeVisible();
  await expect(figures(page).getByRole('row').last().getByRole('cell').last()).toHaveText(
    Number(shown).toLocaleString('en'),
  );
  const cell = figures(page)
    .getByRole('row', { name: /^Interested / })
    .getByRole('cell')
    .first();
  const count = await cell.textContent();
  await ready(page);
  await cell.getByRole('link').click();
  await expect(page).toHaveURL(/srh_prep_interest\.in=Interested/);
  await expect(total(page)).toHaveText(`Participants ${count}`);
});

test('a bar leads to its rows, and the picture is as wide as the window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/participants?by=srh_prep_interest');
  const picture = page.getByRole('group', {
    name: 'Number of participants by PrEP Interest',
    exact: true,
  });
  const box = await picture.boundingBox();
  expect(box?.width).toBeGreaterThan(280);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const bar = picture.locator('a').first();
  const [name, count] = (await bar.locator('title').textContent())?.split(': ') ?? [];
  await bar.locator('.bar').click();
  await expect(total(page)).toHaveText(`Participants ${count}`);
  await expect(
    page.getByRole('link', { name: new RegExp(`^PrEP Interest is ${name}`) }),
  ).toBeVisible();
});

test('a summary is exported as a file', async ({ page }) => {
  await open(page, '/participants?by=peer_navigator&of=share');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export summary' }).click();
  expect((await download).suggestedFilename()).toBe('participants-summary.csv');
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as Excel' }).click();
  expect((await sheet).suggestedFilename()).toBe('participants-summary.xlsx');
});
