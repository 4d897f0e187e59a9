import type { Page } from '@playwright/test';
import { expectToast, fillIn, findInput, open, press, ready } from './support/steps';
import { expect, test } from './support/test';

test.describe('leaving a form with unsaved changes', () => {
  // No other test uses this country, because one test saves it.
  const address = '/country/edit/6';

  test.beforeEach(async ({ page }) => {
    await open(page, '/countries');
    await page.locator(`a[href^="${address}"]`).first().click();
    await expect(page).toHaveTitle('Edit country');
    await ready(page);
    await fillIn(page, { 'Phone code': '+999' });
  });

  /** Returns the dialog with the question, after it has opened with the focus on the answer that loses nothing. */
  async function findQuestion(page: Page) {
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await expect(question).toHaveAccessibleDescription('You have changes that are not saved.');
    await expect(question.getByRole('button', { name: 'Stay on this page' })).toBeFocused();
    return question;
  }

  async function expectForm(page: Page) {
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page).toHaveTitle('Edit country');
    expect(new URL(page.url()).pathname).toBe(address);
    await expect(findInput(page, 'Phone code')).toHaveValue('+999');
  }

  for (const key of ['Enter', 'Escape'])
    test(`asks by keyboard, and ${key} stays on the form`, async ({ page }) => {
      const link = page.getByRole('link', { name: 'Back to Countries' });
      await link.press('Enter');
      await findQuestion(page);
      await page.keyboard.press(key);
      await expectForm(page);
      await expect(link).toBeFocused();
      // It asks again the next time.
      await link.press('Enter');
      await findQuestion(page);
    });

  test('asks when the user goes back in the browser’s history', async ({ page }) => {
    await page.goBack();
    const question = await findQuestion(page);
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await expectForm(page);
  });

  test('leads to the chosen page if the user leaves', async ({ page }) => {
    await page.getByRole('link', { name: 'Back to Countries' }).click();
    await findQuestion(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Leave without saving' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/^Countries/);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test.describe('while the dialog cannot be fetched', () => {
    test.use({ expectedErrors: /ERR_FAILED/ });

    test('asks by the browser, as when the page is closed', async ({ page }) => {
      const asked: string[] = [];
      page.on('dialog', async (dialog) => {
        asked.push(dialog.type());
        await (asked.length === 1 ? dialog.dismiss() : dialog.accept());
      });
      await page.route('**/unsaved-dialog*', (route) => route.abort());
      await page.getByRole('link', { name: 'Back to Countries' }).click();
      await expect.poll(() => asked).toEqual(['beforeunload']);
      await expectForm(page);
      await page.close({ runBeforeUnload: true });
      await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
    });
  });

  test('does not ask after a save', async ({ page }) => {
    await press(page, 'Save');
    await expectToast(page, 'The country has been successfully saved!');
    await page.getByRole('link', { name: 'Back to Countries' }).click();
    await expect(page).toHaveTitle(/^Countries/);
  });
});
