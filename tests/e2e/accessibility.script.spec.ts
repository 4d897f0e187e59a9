import { everyCase, sweep } from '../support/full';
import { expectAccessible } from './support/axe';
import { screens, signedOutScreens } from './support/screens';
import { add, fillIn, open, openColumns, press, unique } from './support/steps';
import { expect, signedOut, test } from './support/test';

const widths = [360, 768, 1280];

/** A screen of each kind. Whether it fits is asked of every screen, every time. */
const DAILY = [
  '/home',
  '/users',
  '/participants',
  '/conversations',
  '/import',
  '/send-messages',
  '/quiz/add',
  '/facility/edit/3',
  '/resource/edit/3',
  '/discussion/chat/demo-001',
  '/phone/participants/%2B260000000007',
  '/participant/view/1',
  '/delete/country/1',
  '/columns/participants',
  '/countries?open=1',
];
for (const screen of DAILY)
  if (!screens.includes(screen)) throw new Error(`there is no screen ${screen}`);

for (const screen of screens) {
  const withAxe = everyCase || DAILY.includes(screen);
  test(`${screen} fits narrow and wide screens${withAxe ? ', and axe finds nothing' : ''}`, async ({
    page,
  }) => {
    await open(page, screen);
    if (withAxe) await expectAccessible(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const tooWide = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth - window.innerWidth,
        // A list shows its first columns, their filters and its buttons without scrolling sideways.
        lists: [...document.querySelectorAll('[role=region]')].map(
          (region) => region.scrollWidth - region.clientWidth,
        ),
      }));
      expect(tooWide.page, `the page at ${width} px`).toBeLessThanOrEqual(0);
      for (const list of tooWide.lists) expect(list, `the list at ${width} px`).toBe(0);
    }
  });
}

const inTheDark = ['/home', '/participants', '/countries', '/quiz/edit/1', '/quiz-attempt/edit/1'];
for (const screen of sweep(screens, (path) => inTheDark.includes(path))) {
  test(`axe finds nothing on ${screen} in the dark and on a narrow screen`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, screen);
    await expectAccessible(page);
  });
}

test.describe('signed out', () => {
  test.use({ storageState: signedOut });
  for (const screen of signedOutScreens) {
    test(`axe finds nothing on ${screen}, nor on its errors`, async ({ page }) => {
      await open(page, screen);
      await expectAccessible(page);
      await page.getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test('axe finds nothing on a refused form, quiz rows included', async ({ page }) => {
  await open(page, '/quiz/add');
  await press(page, 'Add option');
  await expect(page.getByRole('textbox', { name: /^Answer/ })).toBeVisible();
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing on a lost update', async ({ page }) => {
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
  // Over a list the menu may leave a strip of some input uncovered, too small to press.
  await open(page, '/home');
  await page.locator('summary', { hasText: 'User menu' }).click();
  await expectAccessible(page);
  await open(page, '/participants?q=nowhere');
  await openColumns(page);
  await expectAccessible(page);
});

test('axe finds nothing on the open drawer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/countries');
  await page.getByRole('link', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Close menu' })).toBeFocused();
  await expectAccessible(page);
});
