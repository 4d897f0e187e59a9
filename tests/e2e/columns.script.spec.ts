import { holdAnswers, open, openColumns, ready } from './support/steps';
import { expect, test } from './support/test';

test('the search box of a long column chooser also finds columns in folded groups', async ({
  page,
}) => {
  await open(page, '/participants');
  await openColumns(page);
  const box = page.getByRole('checkbox', { name: 'HIV Last Test', exact: true });
  await expect(box).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a column' }).fill('last test');
  await expect(box).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await box.check();
  await expect(page.locator('th', { hasText: 'HIV Last Test' })).toBeAttached();
  await expect(page.getByRole('searchbox', { name: 'Find a column' })).toHaveValue('last test');
});

test('the column chooser of a list with few columns has no search box', async ({ page }) => {
  await open(page, '/countries');
  await openColumns(page);
  await expect(page.getByRole('checkbox', { name: 'Code', exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Find a column' })).toHaveCount(0);
});

test('“Columns” keeps the focus when script takes over the page, and when its popup opens', async ({
  page,
}) => {
  const bringScript = await holdAnswers(page, '**/entry.client*');
  await page.goto('/countries');
  await page.getByRole('link', { name: 'Columns' }).focus();
  bringScript();
  await ready(page);
  await expect(page.getByRole('link', { name: 'Columns' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Code', exact: true })).toBeVisible();
});

test('when the column chooser cannot be fetched, the list stays, and the user can try again', async ({
  page,
}) => {
  await open(page, '/countries');
  await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill('typed');
  await page.route('**/columns/**', (route) => route.abort('aborted'));
  const opener = page.getByRole('main').locator('a, button', { hasText: /^\s*Columns$/ });
  await opener.click();
  await expect(page.getByRole('alert')).toContainText('Could not show information');
  await expect(page.getByRole('searchbox')).toHaveValue('typed');
  await opener.click();
  await page.unroute('**/columns/**');
  await opener.click();
  await expect(page.getByRole('checkbox', { name: 'Code', exact: true })).toBeVisible();
});

test.describe('below 960 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a row’s details open with the keyboard, and have an address that opens in a new tab', async ({
    page,
    context,
  }) => {
    await open(page, '/countries');
    const more = page.getByRole('link', { name: 'More of Zambia' });
    await more.focus();
    await page.keyboard.press('Space');
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Enter');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    const opened = context.waitForEvent('page');
    await more.click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await expect(tab).toHaveURL(/open=\d+#opened$/);
    await expect(tab.getByRole('link', { name: 'Zambia', exact: true })).toBeInViewport();
    await expect(tab.getByRole('term')).toContainText(['ID', 'User']);
    await expect(more).toHaveAttribute('aria-expanded', 'false');
  });

  test('opening and closing the details of all rows also closes a row that was opened before', async ({
    page,
  }) => {
    await open(page, '/countries');
    const more = page.getByRole('link', { name: 'More of Zambia' });
    await more.click();
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('link', { name: 'Show the details of all rows' }).click();
    await page.getByRole('link', { name: 'Hide the details' }).click();
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('term')).toHaveCount(0);
  });
});
