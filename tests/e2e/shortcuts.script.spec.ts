import { awaitShortcuts, open } from './support/steps';
import { expect, test } from './support/test';

const FIELD = 'Search all screens';

test('Ctrl and K lead to the search, whose suggestions can be chosen with the keyboard', async ({
  page,
}) => {
  await open(page, '/countries');
  await awaitShortcuts(page);
  await page.getByLabel('Filter Name').focus();
  await page.keyboard.press('Control+k');
  const field = page.getByLabel(FIELD);
  await expect(field).toBeFocused();
  await expect(field).toHaveRole('combobox');
  await page.keyboard.type('clinic');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveText('Search for “clinic”');
  await expect(page.getByRole('group', { name: 'Facilities' }).getByRole('option')).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  const name = await options.nth(1).textContent();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Edit facility');
  expect(name).toContain(await page.getByLabel('Name', { exact: true }).inputValue());
  await expect(page.getByLabel(FIELD)).toHaveValue('');
});

test('Tab leaves the suggestions without choosing one', async ({ page }) => {
  await open(page, '/home');
  await awaitShortcuts(page);
  await page.keyboard.press('/');
  await expect(page.getByLabel(FIELD)).toHaveRole('combobox');
  await page.keyboard.type('clinic');
  await expect(page.getByRole('group', { name: 'Facilities' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(page).toHaveTitle('Home');
  await expect(page.getByLabel(FIELD)).toHaveValue('clinic');
});

test('suggestions that cannot be fetched leave the form as it is', async ({ page }) => {
  await page.route('**/search/suggestions', (route) => route.fulfill({ status: 429, body: '' }));
  await open(page, '/home');
  await awaitShortcuts(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel(FIELD)).toHaveRole('combobox');
  await page.keyboard.type('clinic');
  await expect(page.getByRole('option')).toHaveText(['Search for “clinic”']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Search');
});
test.use({ expectedErrors: /status of 429/ });

test('single keys open screens and the page of shortcuts, but not while typing', async ({
  page,
}) => {
  await open(page, '/home');
  await awaitShortcuts(page);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveTitle(/^Participants/);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('gu?/');
  await expect(page.getByRole('searchbox')).toHaveValue('gu?/');
  await expect(page).toHaveTitle(/^Participants/);
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  await expect(page).toHaveTitle('Keyboard shortcuts');
});

test('single keys can be turned off in the profile', async ({ page }) => {
  await open(page, '/profile');
  await awaitShortcuts(page);
  await page.getByRole('button', { name: 'Turn them off' }).click();
  await expect(page.getByRole('button', { name: 'Turn them on' })).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.keyboard.press('/');
  await expect(page).toHaveTitle('Profile');
  await expect(page.getByLabel(FIELD)).not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel(FIELD)).toBeFocused();
});
