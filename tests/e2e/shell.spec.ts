import { home, menu } from '~/lib/menu';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

test('the menu and the home page lead to every screen', async ({ page }) => {
  await open(page, '/home');
  const nav = page.getByRole('navigation', { name: 'Main menu' });
  const main = page.getByRole('main');
  for (const { path } of [home, ...menu.flatMap((group) => group.items)]) {
    await expect(nav.locator(`a[href="${path}"]`)).toBeVisible();
    // A figure of the study may lead to the same screen.
    if (path !== home.path) await expect(main.locator(`a[href="${path}"]`).last()).toBeVisible();
  }
  await expect(nav.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await nav.getByRole('link', { name: 'Countries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Countries');
  await expect(nav.getByRole('link', { name: 'Countries' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('any other address leads home', async ({ page }) => {
  await open(page, '/no/such/page');
  await expect(page).toHaveTitle('Home');
});

test('an error page has a reference to report, which stays when script takes over', async ({
  page,
}) => {
  // Sends the request of a form that somebody has tampered with.
  await page.route('**/country/add', (route) =>
    route.continue({
      method: 'POST',
      headers: {
        ...route.request().headers(),
        'content-type': 'application/x-www-form-urlencoded',
      },
      postData: '__intent__=nonsense',
    }),
  );
  const answer = await page.goto('/country/add');
  expect(answer?.status()).toBe(400);
  await ready(page);
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  await expect(page.locator('code')).toHaveText(answer?.headers()['x-request-id'] ?? 'none');
});

test('the footer gives the years from 2022 to this one, and the user menu leads to the profile', async ({
  page,
}) => {
  await open(page, '/home');
  await expect(page.getByRole('contentinfo')).toContainText(
    `Copyright 2022–${new Date().getFullYear()}`,
  );
  await page.locator('summary', { hasText: 'User menu' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveTitle('Profile');
});

test('the collapsed menu is 60 px wide and stays so until it is expanded to 250 px', async ({
  page,
}) => {
  const nav = page.getByRole('navigation', { name: 'Main menu' });
  const width = async () => Math.round((await nav.boundingBox())?.width ?? 0);
  await open(page, '/countries?size=20');
  expect(await width()).toBe(250);
  await nav.getByRole('button', { name: 'Collapse menu' }).click();
  await expect.poll(width).toBe(60);
  expect(new URL(page.url()).search).toBe('?size=20');
  await page.reload();
  expect(await width()).toBe(60);
  await expect(nav.getByRole('link', { name: 'Users' })).toBeVisible();
  await ready(page);
  await nav.getByRole('button', { name: 'Expand menu' }).click();
  await expect.poll(width).toBe(250);
});

test.describe('below 960 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu is a drawer', async ({ page, script }) => {
    await open(page, '/home');
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    await expect(nav).toBeHidden();
    await page.getByRole('link', { name: 'Open menu' }).click();
    await expect(nav).toBeVisible();
    expect(Math.round((await nav.boundingBox())?.width ?? 0)).toBe(250);
    await nav.getByText('Close menu').click();
    await expect(nav).toBeHidden();
    if (script) await expect(page.getByRole('link', { name: 'Open menu' })).toBeFocused();

    await page.getByRole('link', { name: 'Open menu' }).click();
    await nav.getByRole('link', { name: 'Countries' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Countries');
    await expect(nav).toBeHidden();
  });

  test('columns that do not fit are in the details of the row', async ({ page }) => {
    await open(page, '/countries?q=Zambia');
    await expect(page.getByRole('columnheader', { name: 'User' })).toBeHidden();
    const more = page.getByRole('link', { name: 'More of Zambia' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await more.click();
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('term')).toContainText(['ID', 'User']);
    await more.click();
    await expect(page.getByRole('term')).toHaveCount(0);
  });

  test('the details of all rows open at once, and on the next pages too', async ({ page }) => {
    await open(page, '/data-dictionary');
    await page.getByRole('link', { name: 'Show the details of all rows' }).click();
    await expect(page.getByRole('term')).toHaveCount(20);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2.*open=/);
    await expect(page.getByText(/^11–20 of/)).toBeVisible();
    await expect(page.getByRole('term')).toHaveCount(20);
    await page.getByRole('link', { name: 'Hide the details' }).click();
    await expect(page.getByRole('term')).toHaveCount(0);
    await expect(page).toHaveURL(/\?page=2$/);
  });
});

test('only the table of a list is printed', async ({ page }) => {
  await open(page, '/countries');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^\d\d [A-Z][a-z]+ 20\d\d$/ }).first()).toBeVisible();
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('navigation', { name: 'Main menu' }),
    page.getByRole('contentinfo'),
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'Apply' }),
    page.getByRole('navigation', { name: 'Pages' }),
  ]) {
    await expect(hidden).toBeHidden();
  }
});

test('dark mode follows the system', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await open(page, '/countries');
  expect(await background()).toBe('rgb(244, 246, 248)');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe('rgb(17, 23, 28)');
});
