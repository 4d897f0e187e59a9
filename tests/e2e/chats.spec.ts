import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

const TRANSCRIPT = '/phone/chat/chat-0001/transcript';

/** Returns the horizontal edges of the first message of each side, in pixels. */
async function measureSides(page: Page) {
  const left = await page.locator('.run:not(.run-right) .bubble').first().boundingBox();
  const right = await page.locator('.run-right .bubble').first().boundingBox();
  if (!left || !right) throw new Error('a side has no message');
  return { left: left.x, right: right.x + right.width, leftEnd: left.x + left.width };
}

test('a long conversation opens at its newest messages and leads to earlier ones, also with the keyboard', async ({
  page,
  script,
}) => {
  await open(page, '/phone/chat/chat-0001');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Chat between Chanda and Bwalya',
  );
  await page.getByRole('link', { name: 'Transcript' }).click();
  await expect(page.getByText('19,901–19,996 of 19,996')).toBeVisible();
  const last = page.locator('.bubble').last();
  await expect(last).toBeInViewport();
  expect(await page.title()).not.toContain('Chanda');
  const sides = await measureSides(page);
  expect(sides.right).toBeGreaterThan(sides.leftEnd);
  if (script) await expectAccessible(page);

  await ready(page);
  await page.getByRole('link', { name: 'Earlier messages' }).last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('19,851–19,900 of 19,996')).toBeVisible();
  await expect(page.locator('.bubble').last()).toBeInViewport();
  await page.getByRole('link', { name: 'Newest messages' }).click();
  await expect(page.getByText(/–19,996 of 19,996$/)).toBeVisible();
});

test('the name in the list of conversations opens the transcript, and the table is one click away', async ({
  page,
}) => {
  await open(page, '/phone/conversations/%2B260000000001');
  await ready(page);
  const name = page.getByRole('row').nth(1).getByRole('cell').nth(1).getByRole('link');
  await name.click();
  await expect(page).toHaveURL(/\/transcript#end$/);
  await expect(page.locator('.bubble').last()).toBeInViewport();
  await ready(page);
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(page.url()).not.toContain('transcript');
});

test('a search in the conversation leads from match to match, and its text is not in the address', async ({
  page,
}) => {
  await open(page, TRANSCRIPT);
  await page.getByLabel('Search in this conversation').fill('injection');
  await page.getByRole('button', { name: 'Search messages' }).click();
  const status = page.getByText(/^Match [\d,]+ of [\d,]+ in messages/);
  await expect(status).toBeVisible();
  const text = await status.textContent();
  await expect(page.locator('#match mark')).toBeInViewport();
  expect(page.url()).toMatch(/\?view=[\w-]{22}#match$/);
  await ready(page);
  await page.locator('.bubble-match').getByRole('link', { name: 'Previous match' }).click();
  await expect(status).not.toHaveText(text ?? '');
  await expect(page.locator('#match mark')).toBeInViewport();
  await ready(page);
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page.locator('mark')).toHaveCount(0);
  expect(page.url()).not.toContain('view=');
});

test('a date is jumped to, and its address opens the same page again', async ({ page }) => {
  await open(page, TRANSCRIPT);
  const first = page.getByRole('heading', { level: 3 }).first();
  const day = ((await first.getAttribute('id')) ?? '').slice('day-'.length);
  await open(page, `${TRANSCRIPT}?page=1`);
  await page.getByLabel('Jump to a date').fill(day);
  await page.getByRole('button', { name: 'Go to the date' }).click();
  const heading = page.locator(`#day-${day}`);
  await expect(heading).toBeInViewport();
  await expect(page.getByLabel('Jump to a date')).toHaveValue(day);
  const bookmark = page.url();
  await open(page, '/home');
  await open(page, bookmark);
  await expect(heading).toBeInViewport();
});

test('a transcript fits narrow and wide screens, and keeps its sides apart', async ({ page }) => {
  for (const address of [TRANSCRIPT, '/discussion/chat/demo-001/transcript'])
    for (const width of [320, 360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, address);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      if (!address.startsWith('/phone')) continue;
      const sides = await measureSides(page);
      expect(sides.right - sides.left).toBeGreaterThan(0);
    }
});

test('on phones, a transcript begins in the first screen, and its search opens below a button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, `${TRANSCRIPT}?page=3`);
  await expect(page.locator('.bubble').first()).toBeInViewport({ ratio: 1 });
  const search = page.getByLabel('Search in this conversation');
  await expect(search).toBeHidden();
  await page.locator('summary', { hasText: 'Search and dates' }).press('Enter');
  await search.fill('injection');
  await page.getByRole('button', { name: 'Search messages' }).click();
  await expect(page.getByText(/^Match [\d,]+ of/)).toBeVisible();
  await expect(search).toHaveValue('injection');
  await expect(search).toBeVisible();
});

test('on phones, the table of a conversation has two sides, and names the author once in a run', async ({
  page,
  script,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/phone/chat/chat-0001?page=3');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  let last = '';
  const edges = new Map<string, Set<number>>();
  for (const row of await rows.all()) {
    const name = row.getByText(/^(Chanda|Bwalya)$/);
    const author = (await name.textContent()) ?? '';
    const box = await row.boundingBox();
    edges.set(author, (edges.get(author) ?? new Set()).add(box?.x ?? 0));
    const { width = 0 } = (await name.boundingBox()) ?? {};
    if (author === last) expect(width).toBeLessThanOrEqual(1);
    else expect(width).toBeGreaterThan(30);
    last = author;
  }
  const [one = [], other = []] = [...edges.values()].map((side) => [...side]);
  expect([one.length, other.length]).toEqual([1, 1]);
  expect(Math.abs(Number(one[0]) - Number(other[0]))).toBeGreaterThan(20);
  if (!script) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});
