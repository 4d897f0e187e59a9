import type { Page } from '@playwright/test';
import { png } from '../support/files';
import { unique } from '../support/unique';
import { expectAccessible } from './support/axe';
import {
  awaitShortcuts,
  expectFilledIn,
  expectToast,
  fillIn,
  open,
  openColumns,
  press,
} from './support/steps';
import { administrator, expect, signedOut, test } from './support/test';

// Tests begin signed out. The browser can run script, but light pages contain none.
test.use({ storageState: signedOut });

/** Expects that the page contains no script, and that `asked`, the addresses of requested scripts, is empty. */
async function expectNoScript(page: Page, asked: readonly string[]): Promise<void> {
  await expect(page.locator('script, [rel=modulepreload]')).toHaveCount(0);
  expect(asked).toEqual([]);
}

/** Returns a list to which the addresses of all scripts are added that the page requests from now on. */
function watchScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || new URL(request.url()).pathname.endsWith('.js'))
      asked.push(request.url());
  });
  return asked;
}

async function signIn(page: Page): Promise<void> {
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
}

async function pressInUserMenu(page: Page, item: string): Promise<void> {
  await page.locator('summary', { hasText: 'User menu' }).click();
  await page.getByRole('button', { name: item }).click();
}

test('a user chooses light pages, works with lists and forms on them, and returns to full pages', async ({
  page,
}) => {
  await open(page, '/login');
  await signIn(page);
  await expect(page).toHaveTitle('Home');
  await open(page, '/colors?size=20');
  await pressInUserMenu(page, 'Light pages');
  await expect(page).toHaveURL(/\/colors\?size=20$/);
  await expect(page.locator('script')).toHaveCount(0);
  const asked = watchScripts(page);

  await test.step('a list is sorted, filtered, paged, sized and given other columns', async () => {
    await open(page, '/data-dictionary');
    const title = page.getByRole('columnheader').first().getByRole('link');
    await title.click();
    await expect(title).toHaveText(/, sorted ascending$/);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveTitle(/, page 2 of /);
    await page.getByRole('link', { name: '20 rows a page' }).click();
    await expect(page.getByText('1–20 of 162')).toBeVisible();
    await page.getByLabel('Filter Field', { exact: true }).fill('history');
    await page.getByRole('button', { name: 'Apply' }).click();
    const chips = page.getByRole('list', { name: 'Filters in force' });
    await expect(chips.getByRole('link', { name: /contains “history”/ })).toBeVisible();
    await openColumns(page);
    await page.getByRole('checkbox', { name: 'Field', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Show these columns' }).click();
    await expect(page.getByLabel('Filter Field', { exact: true })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Export/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await expectNoScript(page, asked);
  });

  const name = unique('Light');
  await test.step('a record is refused, added, edited and deleted', async () => {
    await open(page, '/colors');
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await press(page, 'Save');
    await expect(page.getByRole('alert')).toBeFocused();
    await fillIn(page, { Name: name, Color: '#1B7F5C', Status: 'Active' });
    await press(page, 'Save');
    await expectToast(page, 'The color has been successfully saved!');
    await fillIn(page, { Color: '#FFD54F' });
    await press(page, 'Save');
    await expectToast(page, 'The color has been successfully saved!');
    await expectFilledIn(page, { Name: name, Color: '#FFD54F', Status: 'Active' });
    await expectNoScript(page, asked);
    await open(page, `/colors?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name: `Delete ${name}` }).click();
    await press(page, 'Delete');
    await expectToast(page, 'The color has been successfully deleted!');
    await expectNoScript(page, asked);
  });

  await test.step('a file is uploaded, rows are added, rich text is a text area', async () => {
    await open(page, '/facility/edit/3');
    await page
      .getByLabel('Upload an image')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
    await expect(page.locator('textarea')).toBeVisible();
    await press(page, 'Save');
    await expectToast(page, 'The facility has been successfully saved!');
    await expect(page.getByLabel(/^Thumbnail.* address$/)).toHaveValue(/\.png$/);
    await open(page, '/quiz/add');
    await press(page, 'Add option');
    await expect(page.getByRole('textbox', { name: /^Answer/ })).toHaveCount(1);
    await expectNoScript(page, asked);
  });

  await test.step('the menu folds, and opens as a drawer on a narrow screen', async () => {
    await open(page, '/countries');
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'Open menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await page.getByText('Close menu').click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessible(page);
  });

  await test.step('the choice outlives the session', async () => {
    await pressInUserMenu(page, 'Logout');
    await expect(page).toHaveTitle(/^Sign in/);
    await expectNoScript(page, asked);
    await signIn(page);
    await expect(page).toHaveTitle('Home');
    await expectNoScript(page, asked);
  });

  await pressInUserMenu(page, 'Full pages');
  await expect(page.locator('script').first()).toBeAttached();
  await open(page, '/countries?q=Zambia');
  await page.getByRole('link', { name: 'Delete Zambia' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeVisible();
});

test.describe('a browser that saves data', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' } });

  test('gets light pages from the first request on, and full pages when the user chooses them', async ({
    page,
  }) => {
    const asked = watchScripts(page);
    await open(page, '/login');
    await press(page, 'Sign in');
    await expect(page.getByRole('alert')).toBeFocused();
    await expectNoScript(page, asked);
    await signIn(page);
    await expect(page).toHaveTitle('Home');
    // Playwright does not send its extra headers after a redirect, so this page is a full page. Waits until all its
    // scripts are loaded, so that they do not count.
    await awaitShortcuts(page);
    asked.length = 0;
    await open(page, '/countries');
    await expectNoScript(page, asked);
    await pressInUserMenu(page, 'Full pages');
    await expect(page.locator('script').first()).toBeAttached();
  });
});
