import type { Page } from '@playwright/test';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const findGroup = (page: Page, title: string) =>
  page.getByRole('group', { name: title, exact: true });

async function openFilters(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Filters/ })
    .click();
  await expect(heading(page)).toHaveText(/^Filters of /);
  await ready(page);
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByRole('table')).toBeVisible();
}

test('participants who are interested in PrEP are chosen from the answers, with their number', async ({
  page,
  script,
}) => {
  await open(page, '/participants');
  await openFilters(page);
  await page.getByLabel('Find a column').fill('prep interest');
  if (!script) await page.getByRole('main').getByRole('button', { name: 'Find' }).click();
  await expect(findGroup(page, 'Study No')).toBeHidden();
  const interest = findGroup(page, 'PrEP Interest');
  const answers = ['Interested', 'Not interested', 'Very interested'];
  const counts: number[] = [];
  for (const answer of answers) {
    const label = interest.locator('label', { hasText: new RegExp(`^${answer} \\d+$`) });
    counts.push(Number(/\d+/.exec((await label.textContent()) ?? '')?.[0]));
  }
  await interest.getByLabel(/^Interested/).check();
  await apply(page);
  await expect(heading(page)).toHaveText(`Participants ${counts[0]}`);
  expect(new URL(page.url()).search).toBe('?srh_prep_interest.in=Interested');

  await ready(page);
  await openFilters(page);
  await findGroup(page, 'PrEP Interest')
    .getByLabel(/^Very interested/)
    .check();
  await apply(page);
  const chip = page.getByRole('link', {
    name: /^PrEP Interest is Interested or Very interested/,
  });
  await expect(chip).toBeVisible();
  await ready(page);
  await chip.click();
  await expect(heading(page)).toContainText('1,200');
  // This filter of earlier versions finds a part of a text, and all three answers contain it.
  await open(page, '/participants?srh_prep_interest=Interested');
  const sum = counts.reduce((all, count) => all + count);
  await expect(heading(page)).toHaveText(`Participants ${sum}`);
});

test('check-ins that were due 30 days ago are found by a day relative to today', async ({
  page,
}) => {
  await open(page, '/filters/follow-ups?sort=-next_checkin_date');
  const due = findGroup(page, 'Next Check-in Date');
  await due.getByLabel('Condition').selectOption('Days ago or earlier');
  await due.getByLabel('Days', { exact: true }).fill('30');
  await expect(due.getByLabel('From')).toBeHidden();
  await apply(page);
  expect(new URL(page.url()).search).toBe(
    '?sort=-next_checkin_date&next_checkin_date.to=today-30d',
  );
  await expect(
    page.getByText(/^Next Check-in Date is on or before .+ \(30 days ago\)/),
  ).toBeVisible();

  await ready(page);
  await openFilters(page);
  await expect(due.getByLabel('Days', { exact: true })).toHaveValue('30');
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page.getByRole('list', { name: 'Filters in force' })).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=-next_checkin_date');
});

test('a typed name stays out of the address, and the page of filters shows it again', async ({
  page,
}) => {
  await open(page, '/filters/participants');
  const study = findGroup(page, 'Study No');
  await study.getByLabel('Condition').selectOption('Is exactly');
  await study.getByLabel('Text').fill('s-00012');
  await findGroup(page, 'Own Phone')
    .getByLabel(/^No answer/)
    .check();
  await findGroup(page, 'Own Phone')
    .getByLabel(/^(Yes|No) /)
    .first()
    .check();
  await findGroup(page, 'Own Phone')
    .getByLabel(/^No \d/)
    .check();
  await apply(page);
  expect(page.url()).not.toContain('00012');
  await expect(heading(page)).toContainText('1');
  await ready(page);
  await openFilters(page);
  await expect(study.getByLabel('Text')).toHaveValue('s-00012');
  await expect(findGroup(page, 'Own Phone').getByLabel(/^No answer/)).toBeChecked();
});
