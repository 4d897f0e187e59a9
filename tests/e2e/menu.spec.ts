import type { Page } from '@playwright/test';
import { open, press, ready } from './support/steps';
import { expect, test } from './support/test';

const findMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const findGroup = (page: Page, title: string) =>
  findMenu(page).locator('details', { has: page.getByRole('heading', { name: title }) });

/** Returns the height of the page, and where the menu begins and ends in the window. */
function measure(page: Page) {
  return page.evaluate(() => {
    const box = document.querySelector('.menu-body')?.getBoundingClientRect();
    const { scrollHeight, clientHeight } = document.documentElement;
    return { page: scrollHeight, window: clientHeight, top: box?.top, bottom: box?.bottom };
  });
}

test('a long menu scrolls by itself, does not make the page longer, and stays in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, '/country/add');
  const before = await measure(page);
  expect(before.bottom).toBeLessThanOrEqual(600);
  // The page is no longer than its form needs.
  expect(before.page).toBeLessThan(700);
  const last = findMenu(page).getByRole('link', { name: 'Send Messages' });
  await expect(last).not.toBeInViewport();
  await last.focus();
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await open(page, '/facility/edit/3');
  await page.evaluate(() => scrollTo(0, 1_000));
  await expect.poll(async () => (await measure(page)).top).toBe(0);
});

test('the entry of a screen far down the menu is in view when the page opens', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, '/send-messages');
  await expect(findMenu(page).getByRole('link', { name: 'Send Messages' })).toBeInViewport();
  await open(page, '/resources');
  await expect(
    findMenu(page).getByRole('link', { name: 'Resources', exact: true }),
  ).toBeInViewport();
  await expect(findMenu(page).getByRole('link', { name: 'Home' })).toBeInViewport();
});

test('a folded group stays folded on the next pages, except on its own screens', async ({
  page,
  script,
}) => {
  await open(page, '/countries');
  const group = findGroup(page, 'Messenger');
  const phones = group.getByRole('link', { name: 'Phones' });
  await expect(phones).toBeVisible();
  if (script) {
    let views = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/countries')) views += 1;
    });
    const stored = page.waitForResponse('**/preferences');
    await group.locator('summary').focus();
    await page.keyboard.press('Enter');
    await stored;
    expect(views).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain('messenger');
  } else {
    await group.locator('summary').click();
    await expect(phones).toBeHidden();
    await open(page, '/profile');
    await page.getByRole('main').getByLabel('Messenger').uncheck();
    await press(page, 'Save menu');
  }
  await expect(phones).toBeHidden();
  await open(page, '/colors');
  await expect(phones).toBeHidden();
  await findGroup(page, 'Messenger').locator('summary').click();
  await expect(phones).toBeVisible();
  await open(page, '/last-seen');
  await expect(phones).toBeVisible();
  await expect(group.getByRole('link', { name: 'Last Seen' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('a form marks its list in the menu, and its breadcrumbs lead back to the filtered list', async ({
  page,
}) => {
  await open(page, '/facilities?sort=-facility_name&page=2');
  const [row] = await page
    .getByRole('table')
    .getByRole('link', { name: /Clinic/ })
    .all();
  const name = (await row?.textContent()) ?? '';
  await row?.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit ${name}`);
  await expect(page).toHaveTitle('Edit facility');
  const entry = findMenu(page).getByRole('link', { name: 'Facilities', exact: true });
  await expect(entry).toHaveAttribute('aria-current', 'true');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByText(name)).toHaveAttribute('aria-current', 'page');
  await ready(page);
  await crumbs.getByRole('link', { name: 'Facilities' }).click();
  await expect(page).toHaveURL(/\/facilities\?page=2&sort=-facility_name$/);
  await expect(page.getByRole('link', { name: `${name}`, exact: true })).toBeVisible();
});
