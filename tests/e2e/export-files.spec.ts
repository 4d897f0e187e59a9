import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { readCsv } from '../support/csv-file';
import { readZip } from '../support/read-zip';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

const LIST = '/participants?own_phone.in=Yes&cols=id,own_phone,assessment_date';
const VARIABLES = ['id', 'own_phone', 'assessment_date'];

/** A table of a file: the names of the variables, and the rows. */
type Table = readonly (readonly unknown[])[];

/**
 * Chooses a format for the pseudonymised list, and returns the file that the browser downloads and its page's address.
 */
async function exportAs(page: Page, format: string, answers: 'Words' | 'Codes') {
  await open(page, LIST);
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  const rows = heading?.replace(/[^\d,]/g, '') ?? '';
  await page.getByRole('button', { name: /^Export/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export Participants');
  await expect(page.getByText(`${rows} rows and 3 columns`)).toBeVisible();
  await expect(page.getByText('Own Phone is Yes')).toBeVisible();
  await ready(page);
  await page.getByRole('radio', { name: format }).check();
  await page.getByRole('radio', { name: answers }).check();
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText(`Your file is ready: ${format}, ${rows} rows`)).toBeVisible();
  const address = page.url();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download participants-pseudonymised\./ }).click();
  const download = await downloading;
  const file = await readFile(await download.path());
  const sha256 = createHash('sha256').update(file).digest('hex');
  await expect(page.getByText(sha256)).toBeVisible();
  return { file, name: download.suggestedFilename(), rows: Number(rows.replace(',', '')), address };
}

/** Expects a table with one row for each participant with a phone, and ISO dates unless they are mistakes. */
function expectRows([titles, ...rows]: Table, count: number, answer: unknown): void {
  expect(titles).toEqual(VARIABLES);
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(([, own]) => own))).toEqual(new Set([answer]));
  const dates = rows.filter(([, , date]) => /^\d{4}-\d\d-\d\d$/.test(String(date)));
  expect(dates.length).toBeGreaterThan(0.9 * count);
}

test('a full file needs a reason, and a refused form keeps what was chosen', async ({ page }) => {
  await open(page, LIST);
  await page.getByRole('button', { name: /^Export/ }).click();
  await ready(page);
  await page.getByRole('radio', { name: 'Full' }).check();
  await page.getByRole('radio', { name: 'Excel' }).check();
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the reason for the full file');
  await expect(page.getByRole('radio', { name: 'Full' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Excel' })).toBeChecked();
});

test('a filtered list is exported for Excel, found again and deleted', async ({ page }) => {
  const { file, name, rows, address } = await exportAs(page, 'Excel', 'Words');
  expect(name).toBe('participants-pseudonymised.xlsx');
  const { sheets } = await readXlsx(file);
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Data', 'Codebook', 'Read me']);
  const [data, codebook, readme] = sheets.map((sheet) => sheet.rows);
  const toIso = (value: unknown) =>
    value instanceof Date ? value.toISOString().slice(0, 'YYYY-MM-DD'.length) : value;
  expectRows(
    (data ?? []).map((row) => row.map(toIso)),
    rows,
    'Yes',
  );
  expect(codebook?.slice(1).map(([variable]) => variable)).toEqual(VARIABLES);
  expect(readme?.map(([title]) => title)).toContain('SHA-256 of the data rows');
  await open(page, '/export-as/participants');
  await page.getByRole('link', { name: 'Participants, Excel' }).first().click();
  await expect(page.getByText('Your file is ready: Excel')).toBeVisible();
  await open(page, address);
  await ready(page);
  await page.getByRole('button', { name: 'Delete the file now' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The file was deleted.' })).toBeVisible();
});

for (const [answers, answer] of [
  ['Words', 'Yes'],
  ['Codes', '1'],
] as const)
  test(`a filtered list is exported as CSV for analysis, with ${answers.toLowerCase()}`, async ({
    page,
  }) => {
    const { file, name, rows } = await exportAs(page, 'CSV for analysis', answers);
    expect(name).toBe('participants-pseudonymised.csv');
    const text = file.toString('utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expectRows(readCsv(text), rows, answer);
  });

test('a filtered list is exported as JSON, with its codebook and readme', async ({ page }) => {
  const { file, name, rows } = await exportAs(page, 'JSON', 'Codes');
  expect(name).toBe('participants-pseudonymised.json');
  const content = JSON.parse(file.toString('utf8'));
  const table = content.rows.map((row: Record<string, unknown>) => Object.values(row));
  expectRows([Object.keys(content.rows[0]), ...table], rows, 1);
  expect(content.codebook).toHaveLength(VARIABLES.length);
  expect(content.readme).toMatchObject({ Rows: String(rows), Filters: expect.any(String) });
});

test('a filtered list is exported as a package, whose scripts name its variables', async ({
  page,
}) => {
  const format = 'Package for R, SPSS and Stata';
  const { file, name, rows } = await exportAs(page, format, 'Words');
  expect(name).toBe('participants-pseudonymised.zip');
  const files = new Map([...readZip(file)].map(([path, part]) => [path, part.toString('utf8')]));
  expect([...files.keys()]).toEqual(
    'data.csv codebook.csv readme.txt read-data.R read-data.sps read-data.do'.split(' '),
  );
  // The package has codes, because its scripts label them.
  expectRows(readCsv(files.get('data.csv') ?? ''), rows, '1');
  const codebook = readCsv(files.get('codebook.csv') ?? '');
  expect(codebook.slice(1).map(([variable]) => variable)).toEqual(VARIABLES);
  for (const script of ['read-data.R', 'read-data.sps', 'read-data.do'])
    expect(files.get(script), script).toMatch(/own_phone[\s\S]*Yes/);
});
