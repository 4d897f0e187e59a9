import type { Locator } from '@playwright/test';
import { open } from './support/steps';
import { expect, test } from './support/test';

test.use({ viewport: { width: 360, height: 740 } });

test('a row is a card of its lead fields, and still a row of a table', async ({ page }) => {
  await open(page, '/audit');
  const table = page.getByRole('table', { name: 'Audit Trail' });
  await expect(table.getByRole('rowgroup')).toHaveCount(2);
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByRole('columnheader')).toHaveText([
    /^Date/,
    /^User/,
    /^Action/,
    /^Description/,
    /^Actions/,
  ]);
  // Filters the list for entries with a short description.
  await open(page, '/colors');
  await open(page, '/audit?audit_description=Viewed+Colors');
  const card = table.getByRole('row').nth(1);
  await expect(card.getByRole('cell').filter({ visible: true })).toHaveText([
    /^\d+ \w+ \d{4} \d\d:\d\d$/,
    'mwansa@panel.example',
    /^\w+/,
    /^\w+ \w+/,
    /^More of/,
  ]);
  const lines = (await card.boundingBox())?.height ?? 0;
  expect(lines).toBeLessThan(120);
  await card.getByRole('link', { name: /^More of/ }).click();
  await expect(page.getByRole('term')).toHaveText(['ID', 'Screen']);
});

test('the cards have no row of filters: a button with the number of filters leads to all of them', async ({
  page,
}) => {
  await open(page, '/quiz-attempts?c_status=Failed&attempt_score.min=50');
  await expect(page.getByLabel('Filter Status')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
  const filters = page.getByRole('main').getByRole('link', { name: /^Filters/ });
  await expect(filters).toHaveText(/^\s*Filters\s*\(2\)/);
  await filters.click();
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeVisible();
});

test('the search and the tools above the cards take two lines', async ({ page }) => {
  await open(page, '/countries');
  const main = page.getByRole('main');
  const top = async (tool: Locator) => Math.round((await tool.boundingBox())?.y ?? 0);
  const search = await top(main.getByRole('searchbox'));
  expect(await top(main.getByRole('link', { name: /^Filters/ }))).toBe(search);
  const tools = ['Columns', 'Summary', 'Views', 'Export', 'Other formats'].map((word) =>
    main.locator('a, button', { hasText: new RegExp(`^\\s*${word}`) }).first(),
  );
  const boxes = await Promise.all(tools.map((tool) => tool.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(1);
  for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(40);
  expect(boxes[0]?.y).toBeLessThan(search + 50);
});

test('the check box of a card is beside its title, whichever column contains it', async ({
  page,
}) => {
  // The first column of notifications is their type, and the title of a card is their title.
  await open(page, '/notifications');
  const card = page.getByRole('row').nth(1);
  const box = await card.getByRole('checkbox').boundingBox();
  const title = await card.getByRole('link').first().boundingBox();
  expect(Math.abs((box?.y ?? 0) - (title?.y ?? 99))).toBeLessThan(8);
  expect((box?.x ?? 99) + (box?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0);
});

test('the lists of the audit trail are links on one line', async ({ page }) => {
  await open(page, '/audit');
  const links = page.getByRole('navigation', { name: 'Audit trail' }).getByRole('link');
  await expect(links).toHaveText(['Actions', 'Sign-ins', 'Errors', 'Accesses', 'Erasures']);
  const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
});

test('the titles above the cards sort them, and all titles fit the screen', async ({ page }) => {
  await open(page, '/participants');
  const links = page.getByRole('columnheader').getByRole('link').filter({ visible: true });
  await expect(links).toHaveText([/Peer Navigator/, /Assessment Date/, /Study No/, /Phone Number/]);
  for (const link of await links.all()) {
    const { x = 0, width = 0 } = (await link.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  }
  await links.filter({ hasText: 'Study No' }).click();
  await expect(page).toHaveURL(/sort=study_number/);
});

test('a search keeps the filters although the cards show none', async ({ page }) => {
  await open(page, '/quiz-attempts?c_status=Failed');
  const search = page.getByRole('searchbox', { name: 'Search the shown columns' });
  await search.fill('67');
  await search.press('Enter');
  await expect(page.getByRole('link', { name: /^Status is Failed/ })).toBeVisible();
  await expect(page).not.toHaveURL(/quiz-attempts\?c_status=Failed$/);
  await expect(search).toHaveValue('67');
});

test('the browser shows the parts of the table to assistive technology', async ({ page }) => {
  await open(page, '/sms-history');
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  const count = (role: string) => nodes.filter((node) => node.role?.value === role).length;
  expect([count('table'), count('row')]).toEqual([1, 11]);
  // The message, the number, the status, the date and the actions.
  expect([count('columnheader'), count('cell')]).toEqual([5, 50]);
});

for (const [path, texts] of [
  ['/last-seen', [/^\S/, /\w/, /^\d+ \w+ \d{4}/, /^More of/]],
  ['/sms-history', [/\w+ \w+/, /^\+?\d+$/, /^(Active|Disabled)$/, /^\d+ \w+ \d{4}/, /./]],
] as const) {
  test(`a card of ${path} shows the lead fields of its row`, async ({ page }) => {
    await open(page, path);
    const cells = page.getByRole('row').nth(1).getByRole('cell').filter({ visible: true });
    await expect(cells).toHaveText([...texts]);
  });
}

test('chosen columns are in the card with their labels', async ({ page }) => {
  await open(page, '/countries?q=Zambia&cols=country_name,country_code,country_createuser');
  const cell = page.getByRole('cell', { name: 'Code +260' });
  await expect(cell).toBeVisible();
  await expect(page.getByRole('cell', { name: /^User / })).toBeVisible();
  // Playwright presses only what nothing covers.
  await page.getByRole('link', { name: 'Delete Zambia' }).click();
  await expect(page.getByRole('heading', { name: /Delete|Are you sure/ })).toBeVisible();
});

test('a card’s actions can be pressed with a finger', async ({ page }) => {
  await open(page, '/countries');
  const actions = page.getByRole('row').nth(1).getByRole('link');
  await expect(actions).toHaveCount(3);
  for (const action of await actions.all()) {
    const box = await action.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await page.getByRole('link', { name: 'Delete Zambia' }).click();
  await expect(page.getByRole('heading', { name: /Delete|Are you sure/ })).toBeVisible();
});
