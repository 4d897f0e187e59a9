import type { Download, Locator, Page } from '@playwright/test';
import { ready } from './steps';

/**
 * Presses the export button of a list and returns the downloaded file. If the panel asks how the file may contain
 * personal data, chooses a full file as in the list, with a reason. The sign-in must be less than ten minutes old.
 */
export async function downloadFull(page: Page, button: Locator): Promise<Download> {
  const direct = page.waitForEvent('download');
  // Without a download, this wait fails when the test ends.
  direct.catch(() => {});
  await button.click();
  const reason = page.getByLabel('Reason for a full file');
  const first = await Promise.race([direct, reason.waitFor().then(() => undefined)]);
  if (first) return first;
  await ready(page);
  await page.getByRole('radio', { name: 'Full', exact: true }).check();
  await reason.fill('A test compares the values');
  await page.getByRole('button', { name: 'Make the file' }).click();
  const link = page.getByRole('main').getByRole('link', { name: /^Download .*\.csv$/ });
  await link.waitFor();
  await link.click();
  return direct;
}
