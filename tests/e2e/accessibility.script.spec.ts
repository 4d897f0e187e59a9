import { expectAccessible, expectRules } from './support/axe';
import { screens, signedOutScreens } from './support/screens';
import { add, fillIn, open, press, unique } from './support/steps';
import { expect, signedOut, test } from './support/test';

for (const screen of screens) {
  test(`axe finds nothing on ${screen}`, async ({ page }) => {
    await open(page, screen);
    await expectAccessible(page);
    // Dark, and narrow: the rules that these can break.
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectRules(page, ['color-contrast']);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectRules(page, ['target-size', 'scrollable-region-focusable']);
  });
}

test.describe('signed out', () => {
  test.use({ storageState: signedOut });
  for (const screen of signedOutScreens) {
    test(`axe finds nothing on ${screen}, nor on its errors`, async ({ page }) => {
      await open(page, screen);
      await expectAccessible(page);
      await page.getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectRules(page, ['color-contrast']);
    });
  }
});

test('axe finds nothing on a refused form, quiz rows included', async ({ page }) => {
  await open(page, '/quiz/add');
  await press(page, 'Add option');
  await expect(page.getByRole('textbox', { name: /^Answer/ })).toBeVisible();
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a lost update', async ({ page }) => {
  const record = { color_name: unique('Axe'), color_code: '#111111', c_status: '1' };
  const edit = await add(page, 'color', record);
  await open(page, edit);
  await page.request.post(edit, { form: { ...record, color_code: '#222222' }, maxRedirects: 0 });
  await fillIn(page, { Color: '#333333' });
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('has changed since you opened it');
  await expectAccessible(page);
});

test('axe finds nothing on the dialog, the popups and an empty list', async ({ page }) => {
  await open(page, '/countries?q=Zambia');
  await page.getByRole('link', { name: 'Delete Zambia' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.locator('summary', { hasText: 'User menu' }).click();
  await expectAccessible(page);
  await open(page, '/participants?q=nowhere');
  await page.locator('summary', { hasText: 'Columns' }).click();
  await expectAccessible(page);
});

test('axe finds nothing on the open drawer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/countries');
  await page.getByRole('link', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Close menu' })).toBeFocused();
  await expectAccessible(page);
});
