import { open } from './support/steps';
import { expect, test } from './support/test';

test('a search box narrows a long column chooser, also to folded groups', async ({ page }) => {
  await open(page, '/participants');
  await page.locator('summary', { hasText: 'Columns' }).click();
  const box = page.getByRole('checkbox', { name: 'HIV Last Test', exact: true });
  await expect(box).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a column' }).fill('last test');
  await expect(box).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await box.check();
  await expect(page.locator('th', { hasText: 'HIV Last Test' })).toBeAttached();
  await expect(page.getByRole('searchbox', { name: 'Find a column' })).toHaveValue('last test');
});

test('a list of few columns has no such box', async ({ page }) => {
  await open(page, '/countries');
  await page.locator('summary', { hasText: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Code', exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Find a column' })).toHaveCount(0);
});
