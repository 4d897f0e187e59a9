import type { Page } from '@playwright/test';
import { unique } from '../support/unique';
import { fillIn, holdAnswers, open, press } from './support/steps';
import { expect, test } from './support/test';

test('a list says that it is loading', async ({ page }) => {
  await open(page, '/countries');
  const release = await holdAnswers(page, '**/*.data*');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(page.getByText('Loading data...')).toBeVisible();
  release();
  await expect(page.getByText('Loading data...')).toBeHidden();
});

test('a form says that it is being saved', async ({ page }) => {
  await open(page, '/country/add');
  await fillIn(page, { Name: 'Malawi', 'Phone code': unique('+265') });
  const release = await holdAnswers(page, '**/*.data*');
  await press(page, 'Save');
  await expect(page.getByText('Saving…')).toBeVisible();
  release();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Status is required']);
  await expect(page.getByText('Saving…')).toBeHidden();
});

test('rows are added without waiting for the server', async ({ page }) => {
  await open(page, '/quiz/add');
  await holdAnswers(page, '**/*.data*');
  await press(page, 'Add option');
  await page.getByRole('textbox', { name: /^Answer/ }).fill('One');
  await press(page, 'Add option');
  await expect(page.getByRole('textbox', { name: /^Answer/ })).toHaveCount(2);
  await expect(page.getByRole('textbox', { name: /^Answer/ }).first()).toHaveValue('One');
});

test.describe('the editor of a text', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  const editor = /\/assets\/editor-/;
  const bold = (page: Page) => page.getByRole('button', { name: 'Bold' });

  test('is fetched when its field comes near the screen', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(page, '/facility/edit/3');
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => editor.test(url))).toEqual([]);
    await page.locator('textarea').last().scrollIntoViewIfNeeded();
    await expect(bold(page)).toBeVisible();
    expect(asked.filter((url) => editor.test(url))).toHaveLength(1);
  });

  test('does not replace its field while somebody types, and keeps the typed text', async ({
    page,
  }) => {
    const release = await holdAnswers(page, editor);
    await open(page, '/facility/add');
    const text = page.getByRole('textbox', { name: /^Content/ });
    await text.fill('<p>Typed early</p>');
    const arrived = page.waitForResponse(editor);
    release();
    await (await arrived).finished();
    await page.waitForTimeout(500);
    await expect(bold(page)).toHaveCount(0);
    await page.keyboard.type('<p>and late</p>');
    await expect(text).toHaveValue('<p>Typed early</p><p>and late</p>');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await expect(bold(page)).toBeVisible();
    await expect(text).toHaveText('Typed earlyand late');
  });
});

test('a color is chosen with a picker, or typed', async ({ page }) => {
  await open(page, '/color/add');
  await page.getByLabel('Pick a color').fill('#1b7f5c');
  const code = page.getByRole('textbox', { name: 'Color', exact: true });
  await expect(code).toHaveValue('#1B7F5C');
  await code.fill('#E53935');
  await expect(page.getByLabel('Pick a color')).toHaveValue('#e53935');
});
