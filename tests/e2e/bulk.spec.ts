import { unique } from '../support/unique';
import { expectAccessible } from './support/axe';
import { add, open, ready } from './support/steps';
import { expect, test } from './support/test';

test('rows are selected, deleted together, and restored together', async ({ page, script }) => {
  const word = unique('Bulky');
  for (const n of [1, 2, 3])
    await add(page, 'color', { color_name: `${word} ${n}`, color_code: '#111111', c_status: '1' });
  await open(page, `/colors?q=${word}`);
  // Nothing is selected yet.
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect(page.getByText('Select at least one row. Nothing was changed.')).toBeVisible();
  await ready(page);

  const box = (n: number) => page.getByRole('checkbox', { name: `Select ${word} ${n}` });
  await box(1).focus();
  await page.keyboard.press('Space');
  await box(3).check();
  await expect(box(1)).toBeChecked();
  if (script) await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect(page.getByRole('heading', { name: 'Delete 2 colors?' })).toBeVisible();
  await expect(page.getByText(`${word} 3`)).toBeVisible();
  await expect(page.getByText('You can undo this for 30 days.')).toBeVisible();
  if (script) await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete 2 colors' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Deleted 2 colors' })).toBeVisible();
  if (script) await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Restored 2 colors' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Colors' }).click();
  await expect(box(1)).toBeVisible();
  await expect(box(3)).not.toBeChecked();
});

test('all rows that match change their status together, including rows on other pages', async ({
  page,
  script,
}) => {
  const word = unique('Many');
  for (const n of [1, 2, 3])
    await add(page, 'color', { color_name: `${word} ${n}`, color_code: '#111111', c_status: '1' });
  await open(page, `/colors?q=${word}&size=2`);
  if (script) {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.locator('tbody').getByRole('checkbox', { checked: true })).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).uncheck();
  }
  await page.getByRole('checkbox', { name: 'Select all 3 that match' }).check();
  await page.getByRole('button', { name: 'Change status to Disabled' }).click();
  const question = 'Change the status of 3 colors to Disabled';
  await expect(page.getByRole('heading', { name: `${question}?` })).toBeVisible();
  await page.getByRole('button', { name: question }).click();
  await expect(
    page.getByRole('heading', { name: 'Changed the status of 3 colors to Disabled' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to Colors' }).click();
  await expect(page.locator('tbody').getByText('Disabled')).toHaveCount(2);
});

test('on a phone, a row can be selected for an action too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/countries');
  const box = page.getByRole('checkbox', { name: 'Select Zambia' });
  await box.check();
  await expect(box).toBeChecked();
  await page.getByRole('button', { name: 'Change status to Active' }).click();
  await expect(page.getByText('1 country is Active already.')).toBeVisible();
});
