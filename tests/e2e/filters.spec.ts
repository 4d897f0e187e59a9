import type { Page } from '@playwright/test';
import { defined } from '../../shared/defined';
import { open, openColumns, ready } from './support/steps';
import { expect, test } from './support/test';

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply' }).click();
}

/** Returns the texts of the cells in a shown column. The first column has the number 1. */
async function readCells(page: Page, number: number): Promise<string[]> {
  const texts = await page.locator(`tbody tr td:nth-child(${number})`).allTextContents();
  return texts.map((text) => text.trim());
}

test('a choice and a range of numbers filter a list together; one filter is cleared, then all', async ({
  page,
}) => {
  await open(page, '/quiz-attempts');
  await page.getByLabel('Filter Status').selectOption('Failed');
  await page.getByLabel('Filter Score % at least').fill('50');
  await page.getByLabel('Filter Score % at most').fill('60');
  await apply(page);
  const chips = page.getByRole('list', { name: 'Filters in force' });
  await expect(chips.getByRole('link', { name: /^Status is Failed/ })).toBeVisible();
  await expect(chips.getByRole('link', { name: /^Score % is from 50 to 60/ })).toBeVisible();
  for (const score of await readCells(page, 3)) {
    expect(Number.parseFloat(score)).toBeGreaterThanOrEqual(50);
    expect(Number.parseFloat(score)).toBeLessThanOrEqual(60);
  }
  expect(new Set(await readCells(page, 4))).toEqual(new Set(['Failed']));
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    c_status: 'Failed',
    'attempt_score.min': '50',
    'attempt_score.max': '60',
  });

  await ready(page);
  await chips.getByRole('link', { name: /Score %/ }).click();
  await expect(page.getByLabel('Filter Score % at least')).toHaveValue('');
  await expect(page.getByLabel('Filter Status')).toHaveValue('Failed');
  await ready(page);
  await chips.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(chips).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
});

test('a range of dates includes its first and its last day', async ({ page }) => {
  await open(page, '/quiz-attempts');
  const dates = await readCells(page, 6);
  const shown = defined(dates[0]);
  expect(new Set(dates).size).toBeGreaterThan(1);
  const day = new Date(`${shown} UTC`).toISOString().slice(0, 10);
  await page.getByLabel('Filter Date from').fill(day);
  await page.getByLabel('Filter Date to').fill(day);
  await apply(page);
  await expect(page.getByText(`Date is ${shown}`)).toBeVisible();
  expect(new Set(await readCells(page, 6))).toEqual(new Set([shown]));
});

test('text filters find parts of words, in any case', async ({ page }) => {
  await open(page, '/follow-ups');
  await page.getByLabel('Filter Check-in Notes').fill('WILL CALL');
  await page.getByLabel('Filter Check-in Notes').press('Enter');
  await expect(page.getByText('Check-in Notes contains “WILL CALL”')).toBeVisible();
  const notes = await page.locator('tbody tr').allTextContents();
  expect(notes.length).toBeGreaterThan(0);
  for (const row of notes) expect(row.toLowerCase()).toContain('will call');
});

test('unknown or invalid parameters of an address are ignored, and a message names them', async ({
  page,
}) => {
  await open(page, '/users?nonsense=1&size=abc&u_status=Active');
  await expect(page.getByRole('status').getByText(/nonsense, size|size, nonsense/)).toBeVisible();
  await expect(page.getByLabel('Filter Status')).toHaveValue('Active');
});

test('a page number past the end shows the last page', async ({ page }) => {
  await open(page, '/data-dictionary?page=999');
  await expect(page.getByText(/^161–162 of 162$/)).toBeVisible();
  await expect(page).toHaveTitle('Data Dictionary, page 17 of 17');
});

test('many columns are chosen by group, in the order of the list', async ({ page, script }) => {
  await open(page, '/participants?cols=study_number');
  await openColumns(page);
  await page.locator('summary', { hasText: 'HIV history' }).click();
  await page.getByRole('checkbox', { name: 'HIV Last Test', exact: true }).check();
  if (script) await expect(page).toHaveURL(/cols=study_number,history_hiv_last_test$/);
  await page.getByRole('checkbox', { name: 'Peer Navigator', exact: true }).check();
  if (!script) await page.getByRole('button', { name: 'Show these columns' }).click();
  await expect(page).toHaveURL(/\?cols=peer_navigator,study_number,history_hiv_last_test$/);
});

test('a list that a search or filters have left empty has a link that clears them', async ({
  page,
}) => {
  await open(page, '/countries');
  await page.getByRole('searchbox').fill('no such country');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('No Data')).toBeVisible();
  await ready(page);
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page.getByRole('link', { name: 'Zambia', exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await open(page, '/countries?country_name=nowhere&q=x&sort=-country_name');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByText('No Data')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('?sort=-country_name');
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0);
});
