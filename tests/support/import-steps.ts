import { expect } from 'vitest';
import type { Visitor } from './visitor';

/**
 * Lets the panel check a file for the list with this title, and waits for the end of the check. `content` is a file, or
 * the text of a CSV file.
 */
export async function checkFile(
  visitor: Visitor,
  list: string,
  content: string | File,
): Promise<Visitor> {
  await visitor.open('/import');
  const file = typeof content === 'string' ? new File([content], 'data.csv') : content;
  await visitor.press('Check file', { List: list }, { File: file });
  return awaitImport(visitor);
}

/** Imports the checked rows, and waits for the end. `rows` is their number as on the button, such as '2 rows'. */
export async function importChecked(visitor: Visitor, rows: string): Promise<Visitor> {
  await visitor.press(`Import ${rows}`);
  return awaitImport(visitor);
}

/** Checks and imports a file, and expects that the import succeeds. */
export async function importFile(
  visitor: Visitor,
  list: string,
  content: string | File,
  rows = '1 row',
): Promise<void> {
  await checkFile(visitor, list, content);
  await importChecked(visitor, rows);
  const heading = visitor.page.getByRole('heading', { level: 1 }).textContent;
  expect([list, heading]).toEqual([list, 'Import finished']);
}

/** The limit ends only tests that would never finish: thousands of rows take a minute on a busy machine. */
const WAIT = { timeout: 240_000, interval: 200 };

/** Waits on the page of a check or an import until it has ended. */
export async function awaitImport(visitor: Visitor): Promise<Visitor> {
  await expect
    .poll(async () => {
      const underWay = visitor.page.queryByRole('link', { name: 'Show progress now' });
      if (underWay) await visitor.open(visitor.url);
      return underWay;
    }, WAIT)
    .toBeNull();
  return visitor;
}
