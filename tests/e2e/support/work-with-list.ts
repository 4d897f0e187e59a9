import { expect, type Page } from '@playwright/test';
import { downloadFull } from './export-file';
import type { SentTexts } from './sent-texts';
import { open, openColumns, ready } from './steps';

/**
 * Pages, sorts, filters, searches and exports a list. Filters and searches by the values of its first row, or
 * searches for `searched` if the row has none.
 */
export async function workWithList(
  page: Page,
  list: string,
  sent: SentTexts,
  searched: string,
): Promise<void> {
  await open(page, list);
  const next = page.getByRole('link', { name: 'Next page' });
  if ((await next.count()) > 0) await next.first().click();
  await sent.capture(page);
  const sorted = page.locator('thead a:visible').first();
  await sorted.click();
  await expect(sorted).toHaveText(/sorted/);
  await sent.capture(page);
  await ready(page);
  const filters = await readFirstRow(page);
  for (const { name, value } of filters) await page.locator(`thead [name="${name}"]`).fill(value);
  const chips = page.getByRole('list', { name: 'Filters in force' });
  if (filters.length > 0) {
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(chips).toBeVisible();
    await sent.capture(page);
    await ready(page);
  }
  const search = page.getByRole('searchbox', { name: 'Search the shown columns' });
  await search.fill(filters[0]?.value ?? searched);
  const before = page.url();
  await search.press('Enter');
  await expect.poll(() => page.url()).not.toBe(before);
  await sent.capture(page);
  await ready(page);
  await openColumns(page);
  await sent.capture(page);
  await open(page, page.url().replace(/\/columns/, ''));
  const exported = page.getByRole('button', { name: /^Export/ });
  if (await exported.isEnabled()) {
    const list = page.url();
    const download = await downloadFull(page, exported);
    sent.note(download.suggestedFilename(), 'the name of a file');
    await sent.capture(page);
    await open(page, list);
  }
  const cleared = page.getByRole('link', { name: /^Clear (all filters|filters|search)$/ });
  if ((await cleared.count()) > 0) await cleared.first().click();
  else if ((await chips.count()) > 0) await chips.getByRole('link').first().click();
  await expect(chips).toHaveCount(0);
  await sent.capture(page);
  await page.goBack();
}

/** Returns the names of the visible text filters, each with the value of the first row in its column. */
function readFirstRow(page: Page): Promise<{ name: string; value: string }[]> {
  return page.evaluate(() => {
    const cells = document.querySelector('tbody tr')?.children;
    const inputs = [...document.querySelectorAll<HTMLInputElement>('thead input[type=text]')];
    return inputs.flatMap((input) => {
      const head = input.closest('th');
      const cell = head && cells?.[head.cellIndex];
      const value = (cell?.textContent ?? '').trim().slice(0, 200);
      return value && input.checkVisibility() ? [{ name: input.name, value }] : [];
    });
  });
}
