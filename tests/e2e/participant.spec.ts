import type { Page } from '@playwright/test';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens the page of a participant from a list that is filtered by a town. */
async function openFromList(page: Page): Promise<void> {
  await open(page, '/participants?sort=study_number');
  await page.getByLabel('Filter Residency').fill('Kabwata');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Residency contains “Kabwata”/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'S-', exact: false }).first().click();
  await expect(heading(page)).toContainText('Participant S-');
  await ready(page);
}

test.describe(() => {
  test.use({ expectedErrors: /status of 404/ });
  test('an unknown participant has no timeline and no neighbours', async ({ page }) => {
    const response = await page.goto('/participant/view/999999');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('alert')).toContainText('could not be found');
    await expect(page.getByRole('heading', { name: 'Timeline' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^(?:Previous|Next)/ })).toHaveCount(0);
  });
});

test('participants of a filtered list can be opened one after the other', async ({ page }) => {
  await openFromList(page);
  const first = (await heading(page).textContent()) ?? '';
  await expect(page.getByRole('link', { name: 'Previous participant' })).toHaveCount(0);
  for (let step = 0; step < 11; step++) {
    const before = (await heading(page).textContent()) ?? '';
    await page.getByRole('link', { name: 'Next participant' }).click();
    await expect(heading(page)).not.toHaveText(before);
    await expect(page.getByText('Kabwata', { exact: true })).toBeVisible();
    expect(page.url()).not.toContain('Kabwata');
    await ready(page);
  }
  expect((await heading(page).textContent()) ?? '').not.toBe(first);
  await page.getByRole('link', { name: 'Back to Participants' }).click();
  await expect(page.getByText(/Residency contains “Kabwata”/)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
});

test('a section link leads to its section, and an explanation opens below its label', async ({
  page,
}) => {
  await open(page, '/participant/view/3');
  await page.getByRole('navigation', { name: 'Sections' }).getByText('PrEP interest').click();
  await expect(page).toHaveURL(/#prep-interest$/);
  await expect(page.getByRole('heading', { name: 'PrEP interest' })).toBeInViewport();
  const explanation = page.getByText('Residency of the participant');
  await expect(explanation).toBeHidden();
  await page.locator('summary', { hasText: 'Residency' }).press('Enter');
  await expect(explanation).toBeVisible();
});

test('only the answered fields are shown until all fields are chosen', async ({ page }) => {
  await open(page, '/participant/view/3');
  const fields = page.locator('main .fields dd');
  await expect(fields.filter({ hasText: /^—$/ })).toHaveCount(0);
  const answered = await fields.count();
  await page.getByRole('link', { name: 'All fields' }).click();
  await expect(fields).toHaveCount(97);
  await ready(page);
  await page.getByRole('link', { name: 'Answered only' }).click();
  await expect(fields).toHaveCount(answered);
});

test('the timeline leads to the follow-up, and from there back to the participant', async ({
  page,
}) => {
  await open(page, '/participant/view/3');
  await page.getByRole('link', { name: 'Follow-up uploaded' }).first().click();
  await expect(heading(page)).toHaveText('Follow-up S-00003');
  await ready(page);
  await page.getByRole('button', { name: 'Participant' }).click();
  await expect(page.getByRole('link', { name: 'S-00003', exact: true })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the first screen of a participant has their facts and the start of the timeline', async ({
    page,
  }) => {
    await open(page, '/participant/view/3');
    const facts = page.getByRole('region', { name: 'Summary' }).getByRole('definition');
    const texts = await facts.allTextContents();
    expect(texts.join(' ')).toMatch(/S-00003.*pn002.*\+260000001003.*years.*(Due|Overdue|Later)/);
    for (const fact of await facts.all()) await expect(fact).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeInViewport({ ratio: 1 });
  });

  test('the other links of a participant open below a button, also with the keyboard', async ({
    page,
  }) => {
    await open(page, '/participant/view/3');
    const main = page.getByRole('main');
    const history = main.getByRole('link', { name: 'Record history' });
    const accesses = main.getByRole('link', { name: 'Who saw this record' });
    const sections = page.getByRole('navigation', { name: 'Sections' });
    const timeline = sections.getByRole('link', { name: 'Timeline' });
    const section = sections.getByRole('link', { name: 'PrEP interest' });
    for (const [title, first, other] of [
      ['More', history, accesses],
      ['Sections', timeline, section],
    ] as const) {
      for (const link of [first, other]) await expect(link).toBeHidden();
      await main.locator('summary', { hasText: title }).focus();
      await page.keyboard.press('Enter');
      await expect(other).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused();
    }
    await section.click();
    await expect(page.getByRole('heading', { name: 'PrEP interest' })).toBeInViewport();
    await history.click();
    await expect(heading(page)).toContainText('History of S-00003');
  });
});
