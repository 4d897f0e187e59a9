import { readFile } from 'node:fs/promises';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

test('a filtered list is exported for Excel and found again', async ({ page }) => {
  await open(page, '/participants?own_phone.in=Yes');
  const rows = (await page.getByRole('heading', { level: 1 }).textContent())?.replace(
    /[^\d,]/g,
    '',
  );
  await page.getByRole('link', { name: 'Other formats' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export Participants');
  await expect(page.getByText(`${rows} rows and 10 columns`)).toBeVisible();
  await expect(page.getByText('Own Phone is Yes')).toBeVisible();
  await ready(page);
  await page.getByRole('radio', { name: 'Excel' }).check();
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText(`Your file is ready: Excel, ${rows} rows`)).toBeVisible();
  const address = page.url();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download participants.xlsx' }).click();
  const file = await readFile(await (await downloading).path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
  await open(page, '/export-as/participants');
  await page.getByRole('link', { name: 'Participants, Excel' }).first().click();
  await expect(page.getByText('Your file is ready: Excel')).toBeVisible();
  await open(page, address);
  await ready(page);
  await page.getByRole('button', { name: 'Delete the file now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The file was deleted.' })).toBeVisible();
});
