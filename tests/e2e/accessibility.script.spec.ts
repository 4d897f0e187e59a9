import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { defined } from '../../shared/defined';
import { editable } from '../support/editable-entities';
import { sweep } from '../support/full';
import { screens, signedOutScreens } from '../support/panel-screens';
import { findScreen } from '../support/screens';
import { unique } from '../support/unique';
import { expectAccessible } from './support/axe';
import { expectFits, widths } from './support/fits';
import { add, fillIn, open, openColumns, press } from './support/steps';
import { administrator, expect, signedOut, test } from './support/test';

/** The screens that `npm test` tests, which are of different kinds. */
const DAILY = [
  '/home',
  '/participants',
  '/participants?by=srh_prep_interest,own_phone',
  '/conversations',
  '/import',
  '/quiz/add',
  '/facility/edit/3',
  '/discussion/chat/demo-001',
  '/discussion/chat/demo-001/transcript',
  // Its export button has a long text.
  '/phone/chat/chat-0001',
  '/participant/view/1',
  '/delete/country/1',
  '/columns/participants',
  '/filters/participants',
];
for (const screen of DAILY)
  if (!screens.includes(screen)) throw new Error(`there is no screen ${screen}`);

/** A page whose record does not exist. Browsers report its status 404 on the console. */
const ABSENT = '/country/edit/99999';
if (!screens.includes(ABSENT)) throw new Error(`there is no screen ${ABSENT}`);

/** The page of a link that cannot set a password. It has no form, and status 404. */
const UNUSABLE = '/change-password/some-code';
if (!signedOutScreens.includes(UNUSABLE)) throw new Error(`there is no screen ${UNUSABLE}`);

for (const screen of sweep(screens, (screen) => DAILY.includes(screen))) {
  test.describe(() => {
    if (screen === ABSENT) test.use({ expectedErrors: /status of 404/ });
    test(`${screen} fits narrow and wide screens, and axe finds nothing`, async ({ page }) => {
      await open(page, screen);
      await expectAccessible(page);
      await expectFits(page);
    });
  });
}

test('a list with more chosen columns than fit scrolls sideways, and its page does not', async ({
  page,
}) => {
  const shown = page.getByRole('region', { name: 'Participants, table' });
  const overflow = () => shown.evaluate((list) => list.scrollWidth - list.clientWidth);
  const chosen = findScreen('/participants')
    .columns.slice(0, 30)
    .map(({ field }) => field);
  await open(page, `/participants?cols=${chosen}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Narrow screens show cards instead, which are as wide as the screen.
    if (width < 640) expect(await overflow(), `the list at ${width} px`).toBe(0);
    else expect(await overflow(), `the list at ${width} px`).toBeGreaterThan(0);
    await expect(
      page.getByRole('columnheader').getByRole('link').filter({ visible: true }),
    ).toHaveCount(30);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(beyond, `the page at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('a contrast theme still shows the current page and menu entry, and colours that are values', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/colors');
  const background = (found: Locator) =>
    found.evaluate((element) => getComputedStyle(element).backgroundColor);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const menu = page.getByRole('link', { name: 'Colors', exact: true });
  const other = await background(pages.getByRole('link', { name: 'Page 2' }));
  const current = await background(pages.getByRole('link', { name: 'Page 1' }));
  expect(current).not.toBe(other);
  expect(await background(menu)).toBe(current);
  const readColor = (found: Locator) =>
    found.evaluate((element) => getComputedStyle(element).color);
  const text = await readColor(menu);
  const tints = page.locator('tbody .tint');
  const colors = await tints.evaluateAll((found) =>
    found.map((tint) => [
      (tint as HTMLElement).style.backgroundColor,
      getComputedStyle(tint).backgroundColor,
    ]),
  );
  expect(colors.length).toBeGreaterThan(0);
  for (const [value, shown] of colors) expect(shown).toBe(value);

  await open(page, '/audit');
  const tab = page.getByRole('navigation', { name: 'Audit trail' }).getByRole('link').first();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  expect(await background(tab)).toBe(current);
  expect(await readColor(tab)).toBe(text);
});

test('a contrast theme still shows which button saves, and no frame around the content', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/country/add');
  const readStyle = (found: Locator, property: string) =>
    found.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const button = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
  expect(await readStyle(button('Save'), 'background-color')).not.toBe(
    await readStyle(button('Save and add another'), 'background-color'),
  );
  const main = page.getByRole('main');
  await main.focus();
  for (const state of ['focused', 'not focused']) {
    expect(await readStyle(main, 'outline-style'), state).toBe('none');
    await page.keyboard.press('Tab');
  }
});

const inTheDark = ['/home', '/participants', '/countries', '/quiz/edit/1', '/quiz-attempt/edit/1'];
for (const screen of sweep(screens, (path) => inTheDark.includes(path))) {
  test.describe(() => {
    if (screen === ABSENT) test.use({ expectedErrors: /status of 404/ });
    test(`axe finds nothing on ${screen} in dark mode on a narrow screen`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await open(page, screen);
      await expectAccessible(page);
    });
  });
}

/** Asks for a link for setting a password, and returns its path from the outbox of the panel. */
async function getPasswordLink(page: Page): Promise<string> {
  await page.request.post('/reset-password', { form: { email: administrator.email } });
  const outbox = path.join(defined(process.env.PANEL_DATA), 'outbox');
  let link: string | undefined;
  await expect(() => {
    const mails = readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8'));
    [link] = mails.flatMap((mail) => mail.match(/\/change-password\/[\w-]+/) ?? []);
    expect(link).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return defined(link);
}

test.describe('signed out', () => {
  test.use({ storageState: signedOut });
  for (const screen of signedOutScreens)
    test(`axe finds nothing on ${screen}, nor on its errors`, async ({ page }) => {
      await open(page, screen === UNUSABLE ? await getPasswordLink(page) : screen);
      await expectAccessible(page);
      await page.getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

  test.describe('with a link that cannot be used', () => {
    test.use({ expectedErrors: /status of 404/ });
    test(`axe finds nothing on ${UNUSABLE}, which has no form`, async ({ page }) => {
      await open(page, UNUSABLE);
      await expect(page.getByRole('heading')).toHaveText('This link cannot be used');
      await expectAccessible(page);
    });
  });
});

/** The forms that can be refused, each with its button and the values that make it wrong. */
const refusable: readonly [screen: string, button: string, values?: Record<string, string>][] = [
  ...Object.keys(editable).map((entity): [string, string] => [`/${entity}/add`, 'Save']),
  ['/profile/password', 'Change password'],
  ['/profile/second-factor', 'Set up a second factor'],
  ['/views/countries?country_name=zam', 'Save this view'],
  ['/home/settings', 'Save', { 'Target number of participants': '0' }],
  ['/phone/participants/%2B260000000011', 'Link'],
];
const DAILY_REFUSED = ['/user/add', '/resource/add', '/profile/password'];

for (const [screen, button, values = {}] of sweep(refusable, ([path]) =>
  DAILY_REFUSED.includes(path),
))
  test.describe(() => {
    test.use({ expectedErrors: /status of 400/ });
    test(`axe finds nothing on the refused form of ${screen}, light and dark, wide and narrow`, async ({
      page,
    }) => {
      await open(page, screen);
      await fillIn(page, values);
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
    });
  });

test('axe finds nothing on a refused form, quiz rows included', async ({ page }) => {
  await open(page, '/quiz/add');
  await press(page, 'Add option');
  await expect(page.getByRole('textbox', { name: /^Answer/ })).toBeVisible();
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a form that reports a lost update', async ({ page }) => {
  const record = { color_name: unique('Axe'), color_code: '#111111', c_status: '1' };
  const edit = await add(page, 'color', record);
  await open(page, edit);
  await page.request.post(edit, { form: { ...record, color_code: '#222222' }, maxRedirects: 0 });
  await fillIn(page, { Color: '#333333' });
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('has changed since you opened it');
  await expectAccessible(page);
});

test('axe finds nothing on the dialog, the popups and an empty list', async ({ page }) => {
  await open(page, '/countries?q=Zambia');
  await page.getByRole('link', { name: 'Delete Zambia' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page);
  // On a list, the menu may leave a strip of an input uncovered that is too small to press, which axe reports.
  await open(page, '/home');
  await page.locator('summary', { hasText: 'User menu' }).click();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expectAccessible(page);
  await open(page, '/participants?q=nowhere');
  await openColumns(page);
  await expectAccessible(page);
});

test('buttons stay readable while the pointer is over them', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [screen, button] of [
      ['/delete/country/1', 'Delete'],
      ['/delete/country/1', 'Cancel'],
      ['/country/add', 'Save'],
    ] as const) {
      await open(page, screen);
      const found = page.getByRole('main').locator('a, button', { hasText: button }).first();
      await found.hover();
      await expectAccessible(page);
    }
  }
});

test('axe finds nothing on the open drawer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/countries');
  await page.getByRole('link', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Close menu' })).toBeFocused();
  await expectAccessible(page);
});
