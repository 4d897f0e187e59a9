import type { Page } from '@playwright/test';
import { fillIn, open, press, unique } from './support/steps';
import { expect, test } from './support/test';

/** Holds the answers of the server back until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.data*', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('a list that loads says so', async ({ page }) => {
  await open(page, '/countries');
  const release = await holdAnswers(page);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(page.getByText('Loading data...')).toBeVisible();
  release();
  await expect(page.getByText('Loading data...')).toBeHidden();
});

test('a form that is being saved says so', async ({ page }) => {
  await open(page, '/country/add');
  await fillIn(page, { Name: 'Malawi', 'Phone code': unique('+265') });
  const release = await holdAnswers(page);
  await press(page, 'Save');
  await expect(page.getByText('Saving…')).toBeVisible();
  release();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Status is required']);
  await expect(page.getByText('Saving…')).toBeHidden();
});

test('rows are added without asking the server, however slow it is', async ({ page }) => {
  await open(page, '/quiz/add');
  await holdAnswers(page);
  await press(page, 'Add option');
  await page.getByRole('textbox', { name: /^Answer/ }).fill('One');
  await press(page, 'Add option');
  await expect(page.getByRole('textbox', { name: /^Answer/ })).toHaveCount(2);
  await expect(page.getByRole('textbox', { name: /^Answer/ }).first()).toHaveValue('One');
});

test('a color is chosen with a picker, or typed', async ({ page }) => {
  await open(page, '/color/add');
  await page.getByLabel('Pick a color').fill('#1b7f5c');
  const code = page.getByRole('textbox', { name: 'Color', exact: true });
  await expect(code).toHaveValue('#1B7F5C');
  await code.fill('#E53935');
  await expect(page.getByLabel('Pick a color')).toHaveValue('#e53935');
});
