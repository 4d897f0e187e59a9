import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { menu } from '~/lib/menu';
import { defined } from '../../shared/defined';
import { declarations } from '../../shared/entities';
import type { EntityDeclaration } from '../../shared/entities/declaration';
import { sweep } from '../support/full';
import { entities } from './support/entities';
import { open, openColumns, ready } from './support/steps';
import { expect, test } from './support/test';

const declared: readonly EntityDeclaration[] = declarations;

/** Every screen of the menu that is a list. */
const lists = menu
  .flatMap((group) => group.items)
  .filter(({ path }) => !['/send-messages', '/import'].includes(path));
/** Other tests add to these and take away, so their numbers move. */
const changing = new Set(entities.map(({ list }) => list));

/** One of each group of the menu, and those whose rows come from elsewhere than from the host. */
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

    await open(page, `${path}?${search(page)}&size=5`);
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
    expect(search(page).get('size')).toBe('20');

    // A column less: the address says so readably, and says nothing once all are back.
    await open(page, path);
    const second = words(await heads(page).nth(1).textContent());
    await choose(page, second, false, script);
    await expect(heads(page).filter({ hasText: second })).toHaveCount(0);
    expect(new URL(page.url()).search).toMatch(/^\?cols=[a-z_,\d]+$/i);
    await choose(page, second, true, script);
    await expect.poll(() => new URL(page.url()).search).toBe('');

    // What is found nowhere; only what was asked for stands in the address.
    await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill('zzz nowhere');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('0–0 of 0')).toBeVisible();
    await expect(page.getByText('No Data')).toBeVisible();
    // What is searched for among people's data stands in no address.
    expect(new URL(page.url()).search).toMatch(
      namesPeople(path) ? /^\?view=[\w-]{22}$/ : /^\?q=zzz\+nowhere$/,
    );
    await expect(page.getByRole('button', { name: 'Export 0 rows' })).toBeDisabled();

    // The export holds what was said before: all rows that match, in the shown columns.
    await open(page, `${path}?size=5`);
    const shown = (await heads(page).allTextContents()).map(words);
    const button = page.getByRole('button', { name: /^Export [\d,]+ rows$/ });
    const rows = Number((await button.textContent())?.replace(/\D/g, ''));
    const download = page.waitForEvent('download');
    await button.click();
    const file = await download;
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

/** The titles of the shown columns, which sort, and say the order to screen readers. */
function heads(page: Page): Locator {
  return page.getByRole('columnheader').getByRole('link');
}

/** A title's words without the note on its order. */
function words(text: string | null): string {
  return (text ?? '').replace(/, sorted .*/, '').trim();
}

function search(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

/** Ticks a column in the chooser or takes it away; without script the button sends the choice. */
async function choose(page: Page, column: string, show: boolean, script: boolean): Promise<void> {
  await ready(page);
  const box = page.getByRole('checkbox', { name: column, exact: true });
  if (!(await box.isVisible())) await openColumns(page);
  const before = page.url();
  await box.setChecked(show);
  if (!script) await page.getByRole('button', { name: 'Show these columns' }).click();
  await expect.poll(() => page.url()).not.toBe(before);
}
