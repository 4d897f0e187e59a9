import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { unique } from '../support/unique';
import { expectFitsAndAccessible } from './support/fits';
import { add, fillIn, open, press } from './support/steps';
import { expect, signedOut, test } from './support/test';

/** The pages whose addresses are made at run time, and the steps that lead to each. */
const pages: Record<string, (page: Page) => Promise<void>> = {
  async 'the results of a search'(page) {
    await open(page, '/home');
    await page.getByLabel('Search all screens').fill('mw');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(page).toHaveURL(/\/search\?view=/);
  },
  async 'a list behind a view'(page) {
    await open(page, '/users');
    await page.getByRole('searchbox').fill('mw');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/\/users\?view=/);
  },
  async 'an exported file'(page) {
    await open(page, '/export-as/countries');
    await page.getByRole('button', { name: 'Make the file' }).click();
    await expect(page.getByText('Your file is ready')).toBeVisible();
  },
  async 'the question before a bulk action'(page) {
    await askToDelete(page);
    await expect(page.getByRole('heading', { name: 'Delete 2 colors?' })).toBeVisible();
  },
  async 'the result of a bulk action'(page) {
    await askToDelete(page);
    await page.getByRole('button', { name: 'Delete 2 colors' }).click();
    await expect(page.getByRole('heading', { name: 'Deleted 2 colors' })).toBeVisible();
  },
  async 'a match in a conversation'(page) {
    await open(page, '/discussion/chat/demo-001/transcript');
    await fillIn(page, { 'Search in this conversation': 'the' });
    await press(page, 'Search messages');
    await expect(page.locator('#match')).toBeVisible();
  },
  async 'the rows of a file to import'(page) {
    await open(page, '/import');
    await page.getByLabel('List').selectOption({ label: 'Colors' });
    const buffer = Buffer.from(`Name,Code,Status\n${unique('Fits')},#1B7F5C,Active\n`);
    const file = { name: 'data.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('File').setInputFiles(file);
    await press(page, 'Check file');
    await expect(page.getByText('Nothing has been imported yet.')).toBeVisible();
  },
};

/** Adds two colors, and presses the button that deletes both. */
async function askToDelete(page: Page): Promise<void> {
  const word = unique('Fits');
  for (const n of [1, 2])
    await add(page, 'color', { color_name: `${word} ${n}`, color_code: '#111111', c_status: '1' });
  await open(page, `/colors?q=${word}`);
  for (const n of [1, 2]) await page.getByRole('checkbox', { name: `${word} ${n}` }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
}

for (const [name, go] of Object.entries(pages))
  test(`${name} fits narrow and wide screens, and axe finds nothing`, async ({ page }) => {
    await go(page);
    await expectFitsAndAccessible(page);
  });

test('the pages of a second factor fit narrow and wide screens, and axe finds nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = {
    Email: `${unique('factor').replace(' ', '.')}@research.example`,
    Password: 'a basket of green mangoes',
  };
  const context = await browser.newContext({ baseURL, storageState: signedOut });
  const owner = await context.newPage();
  await open(owner, '/create-account');
  await fillIn(owner, { ...account, 'Confirm password': account.Password });
  await press(owner, 'Create account');
  await expect(owner.getByRole('heading', { level: 1 })).toContainText('received your request');
  await approve(page, account.Email);
  const signIn = async () => {
    await open(owner, '/login');
    await fillIn(owner, account);
    await press(owner, 'Sign in');
  };
  await signIn();
  await expect(owner).toHaveTitle('Home');
  await open(owner, '/profile/second-factor');
  await fillIn(owner, { 'Your password': account.Password });
  await press(owner, 'Set up a second factor');
  await expect(owner.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectFitsAndAccessible(owner);
  const secret = ((await owner.locator('code').textContent()) ?? '').replace(/\s/g, '');
  await fillIn(owner, { Code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  await press(owner, 'Turn on');
  await expect(owner.getByRole('heading', { level: 1 })).toContainText('Recovery codes');
  await expectFitsAndAccessible(owner);
  await context.clearCookies();
  await signIn();
  await expect(owner).toHaveURL(/\/login\/code/);
  await expectFitsAndAccessible(owner);
  await press(owner, 'Continue');
  await expect(owner.getByRole('alert')).toBeVisible();
  await expectFitsAndAccessible(owner);
  await context.close();
});

/** Approves an account that waits, as an administrator. */
async function approve(page: Page, email: string): Promise<void> {
  await open(page, '/users/waiting');
  await page.getByRole('link', { name: email }).click();
  await fillIn(page, { 'First name': 'Wanjiku', 'Last name': 'Otieno' });
  await press(page, 'Approve');
  await expect(page.getByRole('status')).toContainText('has been approved');
}
