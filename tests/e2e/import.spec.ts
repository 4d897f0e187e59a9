import type { Page } from '@playwright/test';
import { unique } from '../support/unique';
import { expectAccessible } from './support/axe';
import { open, press, ready } from './support/steps';
import { expect, test } from './support/test';

async function check(page: Page, list: string, content: string): Promise<void> {
  await open(page, '/import');
  await page.getByLabel('List').selectOption({ label: list });
  const buffer = Buffer.from(content);
  await page.getByLabel('File').setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Check file');
}

/** Runs axe if the browser runs script, which axe needs. */
async function expectAccessibleIfScript(page: Page, script: boolean): Promise<void> {
  if (script) await expectAccessible(page);
}

test('missing inputs and a file with an unknown column are refused with a message', async ({
  page,
  script,
}) => {
  await open(page, '/import');
  await press(page, 'Check file');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('List is required');
  await expect(alert).toContainText('File is required');
  await expect(page).toHaveTitle('Error: Import Data');
  await expectAccessibleIfScript(page, script);
  await check(page, 'Colors', 'Name,Hat\nRed,1\n');
  await expect(page.getByRole('alert')).toContainText('color records have no column “Hat”');
  await expect(page.getByLabel('List')).toHaveValue('colors');
});

test('a file with a wrong row cannot be imported, and the page shows the line of the row', async ({
  page,
  script,
}) => {
  await check(page, 'Colors', `Name,Code,Status\n${unique('Wrong')},,Active\n`);
  await expect(page.getByRole('alert')).toContainText('1 row cannot be imported');
  await expect(page.getByRole('row', { name: '2 Code: Color is required' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expectAccessibleIfScript(page, script);
});

test('a file is checked, imported, and found in the list, and has nothing to import the second time', async ({
  page,
  script,
}) => {
  const name = unique('Fern');
  const file = `Name,Code,Status\n${name},#1B7F5C,Active\n`;
  await check(page, 'Colors', file);
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible();
  await ready(page);
  await expectAccessibleIfScript(page, script);
  await press(page, 'Import 1 row');
  await expect(page.getByText('Imported 1 color.')).toBeVisible();
  await ready(page);
  await expectAccessibleIfScript(page, script);
  await page.getByRole('link', { name: 'Go to Colors' }).click();
  await expect(page).toHaveURL(/\/colors$/);
  await open(page, `/colors?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();

  await check(page, 'Colors', file);
  await expect(
    page.getByText('Nothing to import: the list already has everything in the file'),
  ).toBeVisible();
});
