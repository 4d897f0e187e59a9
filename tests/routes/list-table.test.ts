import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defined } from 'shared/defined';
import { expect, it } from 'vitest';
import { sharedDemo } from '../support/embedded';
import { findScreen } from '../support/screens';

const demo = sharedDemo();

it('says in the title of a column that the rows are sorted by it, and in which direction', async () => {
  const visitor = await demo.signedIn();
  const title = () => visitor.page.getByRole('link', { name: /^Name/ });
  await visitor.open('/countries');
  expect(title().textContent).toBe('Name');
  await visitor.open(title().getAttribute('href') ?? '');
  expect(title().textContent).toBe('Name, sorted ascending');
  await visitor.open(title().getAttribute('href') ?? '');
  expect(title().textContent).toBe('Name, sorted descending');
});

it('has the filter of a column below its title, in the form of all filters', async () => {
  const visitor = await (await demo.signedIn()).open('/countries');
  const filter = visitor.page.getByLabelText('Filter Name');
  expect(filter.closest('th')?.querySelector('a')?.textContent).toBe('Name');
  const search = visitor.page.getByRole('searchbox', { name: 'Search the shown columns' });
  expect(filter.getAttribute('form')).toBe(search.closest('form')?.id);
});

it('aligns quantities at their end, and identifiers at their start', async () => {
  const visitor = await (await demo.signedIn()).open('/quizzes');
  const cells = [...visitor.document.querySelectorAll('tbody tr:first-child > td')];
  const titles = visitor.page.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const alignment = (title: string) =>
    cells[titles.findIndex((text) => text?.startsWith(title))]?.className;
  expect(alignment('ID')).toContain('text-align-left');
  expect(alignment('No Attempts')).toContain('text-align-right');
});

it('gives the columns of a wide list the titles of their groups', async () => {
  const visitor = await demo.signedIn();
  const { columns } = findScreen('/participants');
  await visitor.open(`/participants?cols=${columns.slice(0, 30).map(({ field }) => field)}`);
  const [groups, titles] = visitor.document.querySelectorAll('thead tr');
  const spans = [...defined(groups).children].map((group) => [
    group.textContent,
    (group as HTMLTableCellElement).colSpan,
  ]);
  expect(spans.slice(0, 2)).toEqual([
    ['General', 1],
    ['General', 12],
  ]);
  expect(spans.at(-1)).toEqual(['Actions', 1]);
  expect(spans.reduce((sum, [, span]) => sum + Number(span), 0)).toBe(titles?.children.length);
  await visitor.open('/participants');
  expect(visitor.document.querySelectorAll('thead tr')).toHaveLength(1);
});

it('shows the details of a row below it, as the address says', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/countries?open=2');
  const [row, details] = [...visitor.document.querySelectorAll('#opened, #opened ~ tr')];
  expect(row?.textContent).toContain('2');
  expect(details?.querySelector('dt')?.textContent).toBe('ID');
  expect(visitor.document.querySelectorAll('tbody dl')).toHaveLength(1);
  await visitor.open('/countries?open=*');
  expect(visitor.document.querySelectorAll('tbody dl')).toHaveLength(10);
});

it('says “No Data” only if the list is empty, and links back to all rows', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/countries');
  expect(visitor.page.queryByText('No Data')).toBeNull();
  await visitor.open('/countries?q=nowhere');
  expect(visitor.page.getAllByText('No Data')).toHaveLength(1);
  expect(visitor.page.getByRole('link', { name: 'Clear search' }).getAttribute('href')).toBe(
    '/countries',
  );
});

// postcss.config.js removes the library's styles for parts that no list has.
it('has the library’s styles for each part that it shows', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const assets = path.join(root, 'build/client/assets');
  const built = readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(path.join(assets, name), 'utf8'))
    .join('');
  const library = readFileSync(
    path.join(root, 'node_modules/mantine-datatable/dist/styles.css'),
    'utf8',
  );
  const styles = (sheet: string, name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(sheet);
  const visitor = await demo.signedIn();
  const wide = findScreen('/participants')
    .columns.slice(0, 30)
    .map(({ field }) => field);
  const names = new Set<string>();
  for (const list of ['/countries?open=2', '/countries?q=nowhere', `/participants?cols=${wide}`]) {
    await visitor.open(list);
    for (const part of visitor.document.querySelectorAll('[class*=mantine-datatable]'))
      for (const name of part.classList) if (styles(library, name)) names.add(name);
  }
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !styles(built, name))).toEqual([]);
  // Only script adds these classes.
  for (const name of ['loader-fetching', 'pin-first-column-scrolled', 'pin-last-column-scrolled'])
    expect(styles(built, `mantine-datatable-${name}`), name).toBe(true);
});
