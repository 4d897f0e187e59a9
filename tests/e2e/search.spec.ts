import { awaitShortcuts, open, ready } from './support/steps';
import { expect, test } from './support/test';

const FIELD = 'Search all screens';

test('a study number leads to its participant, and is not in the address', async ({
  page,
  script,
}) => {
  await open(page, '/participants');
  const number =
    (await page
      .locator('tbody')
      .getByText(/^S-\d+$/)
      .first()
      .textContent()) ?? '';
  await open(page, '/home');
  await ready(page);
  if (script) await awaitShortcuts(page);
  if (script) await page.keyboard.press('/');
  else await page.getByLabel(FIELD).focus();
  await page.keyboard.type(number);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  expect(page.url()).toMatch(/\/participant\/view\/[\w-]{20,}$/);
});

test('a part of a name leads to the results, and from there to the list', async ({ page }) => {
  await open(page, '/home');
  await ready(page);
  await page.getByLabel(FIELD).fill('clinic');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page).toHaveTitle('Search');
  expect(page.url()).toMatch(/\/search\?view=[\w-]{22}$/);
  await expect(page.getByLabel(FIELD)).toHaveValue('clinic');
  await page.getByRole('link', { name: /^All \d+ in Facilities$/ }).click();
  await expect(page).toHaveTitle(/^Facilities/);
  await expect(page.getByRole('searchbox')).toHaveValue('clinic');
});

test('a search without results says which fields are searched', async ({ page }) => {
  await open(page, '/search');
  await ready(page);
  await page.getByLabel(FIELD).fill('nowhere at all');
  await page.getByLabel(FIELD).press('Enter');
  await expect(page.getByText('Nothing found for “nowhere at all”')).toBeVisible();
  await expect(page.getByText('Participants: study no, phone number')).toBeVisible();
});
