import type { Page } from '@playwright/test';
import { open } from './support/steps';
import { expect, test } from './support/test';

/** Expects the page's live region to say a text. */
const expectSaid = (page: Page, text: string | RegExp) =>
  expect(page.locator('[aria-live=polite]').filter({ hasText: text })).toHaveCount(1);

test('the links to pages lead to the rows', async ({ page, script }) => {
  await open(page, '/countries?size=5');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2.*#rows$/);
  await expect(page.getByText(/^6–10 of/)).toBeVisible();
  if (!script) return;
  await expect(page.locator('tbody tr').first()).toBeFocused();
  await expectSaid(page, /^Rows 6 to 10 of \d+\.$/);
  await page.keyboard.press('Tab');
  await expect(page.locator('tbody tr').first().getByRole('link').first()).toBeFocused();
});

test('after a filter is removed, the focus is on the next one', async ({ page, script }) => {
  await open(page, '/countries?country_name=a&c_status=Active');
  const chips = page.getByRole('list', { name: 'Filters in force' }).getByRole('link');
  await expect(chips).toHaveCount(3);
  await chips.first().click();
  await expect(chips).toHaveCount(2);
  if (script) {
    await expect(chips.first()).toBeFocused();
    await expectSaid(page, /^Rows 1 to/);
  }
});
