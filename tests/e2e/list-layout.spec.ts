import type { Locator, Page } from '@playwright/test';
import { sweep } from '../support/full';
import { screens } from '../support/panel-screens';
import { open, openColumns } from './support/steps';
import { expect, test } from './support/test';

const heads = (page: Page) => page.getByRole('columnheader');

/** Returns by how many pixels the table of a list is wider than its region. */
const countHiddenPixels = (region: Locator) =>
  region.evaluate((element) => element.scrollWidth - element.clientWidth);

for (const width of [360, 768, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a ticked column is shown, and can be filtered', async ({ page, script }) => {
      await open(page, '/facilities');
      await expect(heads(page).filter({ hasText: 'Website' })).toHaveCount(0);
      await openColumns(page);
      await page.getByRole('checkbox', { name: 'Website', exact: true }).check();
      if (script) {
        await expect(page).toHaveURL(/facility_website/);
        await page.keyboard.press('Escape');
      } else await page.getByRole('button', { name: 'Show these columns' }).click();
      for (const title of ['ID', 'Address', 'Email', 'Status', 'Date', 'Website'])
        await expect(heads(page).filter({ hasText: title }).first()).toBeVisible();
      const site = page.getByRole('cell', { name: /clinic\d+\.health\.example/ });
      await expect(site.filter({ visible: true }).first()).toBeVisible();
      if (width < 640) {
        await page
          .getByRole('main')
          .getByRole('link', { name: /^Filters/ })
          .click();
        await page.getByRole('group', { name: 'Website' }).getByRole('textbox').fill('clinic3.');
        await page.getByRole('button', { name: 'Apply filters' }).click();
      } else {
        await page.getByLabel('Filter Website', { exact: true }).fill('clinic3.');
        await page.getByRole('button', { name: 'Apply' }).click();
      }
      await expect(page).toHaveURL(/facility_website=clinic3/);
      await expect(page.getByText('1–1 of 1')).toBeVisible();
      await expect(site.filter({ visible: true })).toHaveCount(1);
    });

    test('all default columns are shown after one click, and the page stays as wide as its window', async ({
      page,
    }) => {
      await open(page, '/participants');
      await expect(heads(page).filter({ hasText: 'DOB' })).toBeHidden();
      await page.getByRole('link', { name: 'Show all 10 columns' }).click();
      for (const title of [/^ID/, 'DOB', 'Residency', 'Preferred Contact Method'])
        await expect(heads(page).filter({ hasText: title })).toBeVisible();
      await expect(page.getByRole('link', { name: /^More of / })).toHaveCount(0);
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await overflow()).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: 'Show the default columns' }).click();
      await expect(page).toHaveURL(/\/participants$/);
      await expect(heads(page).filter({ hasText: 'DOB' })).toBeHidden();
    });
  });
}

test('the columns scroll with the keyboard, and the first one stays in its place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await open(page, '/participants');
  await page.getByRole('link', { name: 'Show all 10 columns' }).click();
  const region = page.getByRole('region', { name: 'Participants, table' });
  await expect(page.getByRole('link', { name: 'Show the default columns' })).toBeVisible();
  expect(await countHiddenPixels(region)).toBeGreaterThan(0);
  const first = page.getByRole('cell').first();
  const second = page.getByRole('cell').nth(1);
  const left = async (cell: Locator) => (await cell.boundingBox())?.x ?? 0;
  const before = [await left(first), await left(second)];
  await region.focus();
  await page.keyboard.press('End');
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => left(second)).toBeLessThan(before[1] ?? 0);
  expect(Math.round(await left(first))).toBe(Math.round(before[0] ?? 0));
});

test('the link to all columns is shown only where some are hidden', async ({ page }) => {
  await open(page, '/participants');
  const link = page.getByRole('link', { name: 'Show all 10 columns' });
  await page.setViewportSize({ width: 1919, height: 900 });
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect(link).toBeHidden();
});

for (const columns of [
  '',
  '&cols=country_id,country_name,country_code,c_status,country_createdate',
])
  test(`the header does not cover the element with the focus${columns && ', with chosen columns'}`, async ({
    page,
  }) => {
    await open(page, `/countries?size=50${columns}`);
    const header = page.getByRole('columnheader', { name: /Name/ });
    await page
      .getByRole('link', { name: /^Delete / })
      .last()
      .focus();
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Shift+Tab');
      const { isInRow, covered } = await page.evaluate(findCover);
      expect(covered).toBe('');
      if (!isInRow) break;
      await expect(header).toBeInViewport();
    }
  });

for (const width of [700, 1280])
  test(`pinned columns do not cover filters with the focus at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/facilities');
    await page.getByRole('link', { name: /^Show all \d+ columns$/ }).click();
    await expect(page.getByRole('link', { name: 'Show the default columns' })).toBeVisible();
    // Omits dates: their parts get the focus one after the other, and only the part with the focus is brought into
    // view.
    const filters = heads(page).getByRole('textbox').and(page.locator(':not([type=date])'));
    expect(await filters.count()).toBeGreaterThan(3);
    await heads(page).getByRole('link').first().focus();
    for (const filter of await filters.all()) {
      while (!(await filter.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Tab');
      const { covered } = await page.evaluate(findCover);
      expect(covered).toBe('');
    }
  });

/**
 * Returns whether the focus is in a row, and a description of what covers the element with the focus, or an empty text.
 */
function findCover() {
  const focused = document.activeElement;
  const box = focused?.getBoundingClientRect();
  if (!focused || !box) return { isInRow: false, covered: 'nothing has the focus' };
  const points = [box.x + 2, box.x + box.width / 2, box.right - 2];
  const found = points
    .map((x) => document.elementFromPoint(x, box.y + 2))
    .find((at) => !at || !(focused.contains(at) || at.contains(focused)));
  return {
    isInRow: focused.closest('tbody') !== null,
    covered: found === undefined ? '' : `${focused.outerHTML} is covered by ${found?.outerHTML}`,
  };
}

/** The screens with a heading of their own, without the home page, whose heading names the study. */
const found = screens.filter((screen) => !['/home', '/country/edit/99999'].includes(screen));

test('the headings of lists and of other screens are at the same place', async ({ page }) => {
  test.slow();
  const daily = ['/users', '/participants', '/audit', '/audit/errors', '/bin', '/profile'];
  const places = new Map<string, unknown>();
  for (const path of sweep([...new Set([...daily, ...found])], (one) => daily.includes(one))) {
    await page.goto(path);
    const place = await page.evaluate(() => {
      const heading = document.querySelector('h1')?.getBoundingClientRect();
      // Breadcrumbs are above the heading.
      const crumbs = document.querySelector('nav[aria-label=Breadcrumb]');
      const above = crumbs
        ? crumbs.getBoundingClientRect().height +
          Number.parseFloat(getComputedStyle(crumbs).marginBottom)
        : 0;
      return heading && [Math.round(heading.x), Math.round(heading.y - above)];
    });
    places.set(path, place);
  }
  for (const [path, place] of places) expect(place, path).toEqual(places.get('/users'));
});

test('an e-mail address is on one line at 1280 px, and the buttons above a list are on one baseline', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/users?size=20');
  const addresses = await page
    .locator('td', { hasText: /^\s*\S+@\S+\s*$/ })
    .filter({ visible: true })
    .all();
  expect(addresses.length).toBeGreaterThan(3);
  const countLines = (address: Locator) =>
    address.evaluate((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() && !texts.currentNode.textContent?.includes('@'));
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  for (const address of addresses)
    expect(await countLines(address), String(await address.textContent())).toBe(1);
  const names = ['Filters', 'Columns', 'Summary', 'Views'];
  const bottoms = await Promise.all(
    names.map(async (name) => {
      const box = await page
        .getByRole('main')
        .locator('a, button', { hasText: new RegExp(`^\\s*${name}`) })
        .first()
        .boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0));
    }),
  );
  expect(new Set(bottoms).size, String(bottoms)).toBe(1);
});

/** Returns the short words of a list's rows that are broken across lines. */
function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(
      document.querySelector('tbody') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const broken: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}{2,14}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    return broken;
  });
}

for (const path of ['/notifications', '/sms-categories', '/sms-phones', '/discussions', '/users'])
  test(`no short word in the rows of ${path} is broken`, async ({ page }) => {
    await open(page, path);
    for (const width of [720, 768, 1100, 1280, 1680]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findBrokenWords(page), `at ${width} px`).toEqual([]);
    }
  });

test('messages and posts have the widest column of their tables', async ({ page }) => {
  for (const path of ['/phone/chat/chat-0001', '/discussion/chat/demo-001']) {
    await open(page, path);
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const widths = await heads(page)
        .filter({ visible: true })
        .evaluateAll((found) => found.map((head) => [head.clientWidth, head.textContent] as const));
      const [widest] = [...widths].sort(([one], [other]) => other - one);
      expect(widest?.[1], `${path} at ${width} px`).toMatch(/^Text/);
      await expect(heads(page).filter({ hasText: /^Sent/ })).toBeVisible();
    }
  }
});

test('a badge shows its words on one line', async ({ page }) => {
  await open(page, '/phones?p_status=Peer+Navigator');
  const badge = page.getByRole('cell').getByText('Peer Navigator', { exact: true }).first();
  expect((await badge.boundingBox())?.height).toBeLessThan(24);
});

test('the values of a row are on one line, and filters are below their titles', async ({
  page,
}) => {
  await open(page, '/quiz-attempts');
  const row = page.getByRole('row').nth(1);
  expect((await row.boundingBox())?.height).toBeLessThan(44);
  const left = async (locator: Locator) => Math.round((await locator.boundingBox())?.x ?? 0);
  const title = heads(page).filter({ hasText: /^ID/ });
  expect(await left(title.getByLabel('Filter ID at least'))).toBe(
    await left(title.getByRole('link')),
  );
});
