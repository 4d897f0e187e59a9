import { unique } from '../support/unique';
import { add, expectToast, open, openColumns } from './support/steps';
import { expect, test } from './support/test';

test('after sorting, filtering and hiding a column, the focus stays, and the result is announced', async ({
  page,
}) => {
  await open(page, '/countries');
  const said = page.locator('[aria-live=polite]').filter({ hasText: 'Rows 1 to' });
  const sort = page.getByRole('columnheader').getByRole('link', { name: /^Name/ });
  await sort.click();
  await expect(said).toHaveText(/^Sorted by Name, ascending\. Rows 1 to 10 of \d+\.$/);
  await expect(sort).toBeFocused();
  const filter = page.getByLabel('Filter Name');
  await filter.fill('z');
  await filter.press('Enter');
  await expect(said).toHaveText(/^Rows 1 to (\d) of \1\.$/);
  await expect(filter).toBeFocused();
  await openColumns(page);
  const box = page.getByRole('checkbox', { name: 'Code', exact: true });
  await box.uncheck();
  await expect(said).toHaveText(/^Code hidden\. Rows 1 to/);
  await expect(box).toBeFocused();
});

test('after a row is removed, and after that is undone, the focus is on what follows', async ({
  page,
}) => {
  const name = unique('Focus');
  for (const suffix of ['A', 'B', 'C'])
    await add(page, 'color', {
      color_name: `${name}-${suffix}`,
      color_code: '#123456',
      c_status: '1',
    });
  await open(page, `/colors?q=${name}&sort=color_name`);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await page.getByRole('link', { name: `Delete ${name}-B` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1).locator(':focus')).toHaveCount(1);
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: /^Rows 1 to 2 of 2\.$/ }),
  ).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'restored');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});
