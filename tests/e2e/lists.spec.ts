import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { menu } from '~/lib/menu';
import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';
import { editable } from '../support/editable-entities';
import { sweep } from '../support/full';
import { downloadFull } from './support/export-file';
import { open, openColumns, ready } from './support/steps';
import { expect, test } from './support/test';

const declared: readonly EntityDeclaration[] = declarations;

/** The screens of the menu that are lists. */
const lists = menu
  .flatMap((group) => group.items)
  .filter(({ path }) => !['/send-messages', '/import'].includes(path));
/** The lists in which other tests add and delete records, so that their numbers of rows change. */
const changing = new Set(Object.values(editable).map(({ list }) => list));

/** The lists that `npm test` tests: one of each group of the menu, and some whose rows do not come from the host. */
const DAILY = ['/users', '/participants', '/quizzes', '/discussions', '/conversations', '/audit'];

for (const { path, title } of sweep(lists, (screen) => DAILY.includes(screen.path))) {
  test(`${path} is sorted, paged, searched, narrowed to columns and exported`, async ({
    page,
    script,
  }) => {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);

    // Lists of the messenger may come sorted by their first column.
    const isSorted = (await heads(page).first().textContent())?.includes(', sorted');
    const head = heads(page).nth(isSorted ? 1 : 0);
    await expect(head).not.toHaveText(/, sorted/);
    await head.click();
    await expect(head).toHaveText(/, sorted ascending$/);
    await head.click();
    await expect(head).toHaveText(/, sorted descending$/);

    await open(page, `${path}?${getParameters(page)}&size=5`);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByText(/^6–\d+ of/)).toBeVisible();
    await expect(page).toHaveTitle(/, page 2 of /);
    await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(head).toHaveText(/, sorted descending$/);
    await page.getByRole('link', { name: '20 rows a page' }).click();
    await expect(page.getByText(/^1–\d+ of/)).toBeVisible();
    expect(getParameters(page).get('size')).toBe('20');

    // The address names the columns after the first choice, until the user returns to the default columns.
    await open(page, path);
    const second = readTitle(await heads(page).nth(1).textContent());
    await choose(page, second, false, script);
    await expect(heads(page).filter({ hasText: second })).toHaveCount(0);
    expect(new URL(page.url()).search).toMatch(/^\?cols=[a-z_,\d]+$/i);
    await choose(page, second, true, script);
    await expect(heads(page).filter({ hasText: second })).toHaveCount(1);
    expect(new URL(page.url()).search).toMatch(/^\?cols=[a-z_,\d]+$/i);
    await open(page, page.url());
    await page.getByRole('link', { name: 'Show the default columns' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');

    // Searches for a text that no row contains. The address has no parameter besides the search.
    await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill('zzz nowhere');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('0–0 of 0')).toBeVisible();
    await expect(page.getByText('No Data')).toBeVisible();
    // In lists with people's data, the address has the id of a saved view in place of the search.
    expect(new URL(page.url()).search).toMatch(
      namesPeople(path) ? /^\?view=[\w-]{22}$/ : /^\?q=zzz\+nowhere$/,
    );
    await expect(page.getByRole('button', { name: 'Export 0 rows' })).toBeDisabled();

    // The export contains the number of rows that the button names, in the shown columns.
    await open(page, `${path}?size=5`);
    const shown = (await heads(page).allTextContents()).map(readTitle);
    const button = page.getByRole('button', { name: /^Export [\d,]+ rows$/ });
    const rows = Number((await button.textContent())?.replace(/\D/g, ''));
    const file = await downloadFull(page, button);
    expect(file.suggestedFilename()).toBe(`${path.slice(1)}.csv`);
    const text = await readFile(await file.path(), 'utf8');
    const lines = text.trim().split(/\r?\n/);
    for (const column of shown) expect(lines[0]).toContain(column);
    if (!changing.has(path)) expect(lines.length).toBeGreaterThan(rows);
  });
}

/** Returns whether a list has columns that identify people. */
function namesPeople(path: string): boolean {
  const { fields } = defined(declared.find((entity) => entity.path === path));
  return Object.values(fields).some(
    ({ identifying, unlisted }) => identifying === true && !unlisted,
  );
}

/**
 * Returns the titles of the shown columns. They are links that sort the list, with a text on the order for screen
 * readers.
 */
function heads(page: Page): Locator {
  return page.getByRole('columnheader').getByRole('link');
}

/** Returns the text of a column's title without the note on the order. */
function readTitle(text: string | null): string {
  return (text ?? '').replace(/, sorted .*/, '').trim();
}

function getParameters(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

/** Ticks or unticks a column in the chooser. Without script, the button sends the choice. */
async function choose(page: Page, column: string, show: boolean, script: boolean): Promise<void> {
  await ready(page);
  const box = page.getByRole('checkbox', { name: column, exact: true });
  if (!(await box.isVisible())) await openColumns(page);
  const before = page.url();
  await box.setChecked(show);
  if (!script) await page.getByRole('button', { name: 'Show these columns' }).click();
  await expect.poll(() => page.url()).not.toBe(before);
}
