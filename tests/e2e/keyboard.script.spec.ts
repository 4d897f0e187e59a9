import { unique } from '../support/unique';
import { add, expectToast, fillIn, findInput, open, press } from './support/steps';
import { expect, test } from './support/test';

test('the first links of a list’s page skip to the content, to the filters and to the rows', async ({
  page,
}) => {
  await open(page, '/countries');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the filters' })).toBeFocused();
  await page.keyboard.press('Tab');
  const skipToRows = page.getByRole('link', { name: 'Skip to the rows' });
  await expect(skipToRows).toBeFocused();
  await expect(skipToRows).toBeInViewport();
  await page.keyboard.press('Enter');
  // Skip to the content, to the filters, to the rows, and the first link of the first row.
  await page.keyboard.press('Tab');
  await expect(page.locator('tbody tr').first().getByRole('link').first()).toBeFocused();
});

test('a user opens a list, filters it and opens a form with the keyboard alone', async ({
  page,
}) => {
  await open(page, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Countries' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^Countries/);
  await expect(page.getByRole('main')).toBeFocused();

  const filter = page.getByLabel('Filter Name');
  await filter.focus();
  await page.keyboard.type('Zambia');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(filter).toBeFocused();

  await page.getByRole('row').getByRole('link', { name: 'Zambia', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Edit country');
  await expect(findInput(page, 'Phone code')).toHaveValue('+260');
});

test('a dialog keeps the focus, closes on Escape and returns the focus to the link that opened it', async ({
  page,
}) => {
  await open(page, '/countries?q=Zambia');
  const opener = page.getByRole('link', { name: 'Delete Zambia' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const focused = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  for (let stops = 0; stops < 5; stops++) {
    await expect.poll(focused).toBe(true);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('after the only row is deleted, the focus moves to the link that follows it', async ({
  page,
}) => {
  const name = unique('Gone');
  await add(page, 'color', { color_name: name, color_code: '#111111', c_status: '1' });
  await open(page, `/colors?q=${name}`);
  await page.getByRole('link', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'The color has been successfully deleted!');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Page 1', exact: true }),
  ).toBeFocused();
});

test('popups close on Escape and return the focus to what opened them', async ({ page }) => {
  await open(page, '/countries');
  for (const [name, within] of [
    [/^\s*Columns$/, 'checkbox'],
    [/User menu/, 'link'],
  ] as const) {
    // The opener is a link or a disclosure until it is pressed, and then a button.
    const opener = page.locator('a, summary, button').filter({ hasText: name });
    await opener.focus();
    await page.keyboard.press('Enter');
    const popup = page.locator('.popup:visible');
    await expect(popup).toHaveCount(1);
    await expect(popup.getByRole(within).first()).toBeVisible();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(opener).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('while the drawer is open the page behind it is out of reach', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/countries');
  await page.getByRole('link', { name: 'Open menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Close menu' })).toBeFocused();
  // The element that contains the whole page. The drawer is a dialog outside of it.
  const behind = page.locator('body > :not(#headlessui-portal-root)', {
    has: page.locator('main'),
  });
  await expect(behind).toHaveJSProperty('inert', true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Open menu' })).toBeFocused();
  await expect(behind).toHaveJSProperty('inert', false);
});

test('a toast disappears, and the next toast with the same text is shown again', async ({
  page,
}) => {
  const edit = await add(page, 'color', {
    color_name: unique('Toast'),
    color_code: '#111111',
    c_status: '1',
  });
  await open(page, edit);
  const toast = page.getByRole('status').getByText('The color has been successfully saved!');
  for (const code of ['#222222', '#333333']) {
    await fillIn(page, { Color: code });
    await press(page, 'Save');
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden();
  }
});
