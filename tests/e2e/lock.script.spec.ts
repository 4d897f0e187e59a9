import { chromium, type Page } from '@playwright/test';
import { sweep } from '../support/full';
import { screens } from '../support/panel-screens';
import { fillIn, findInput, open, press, ready } from './support/steps';
import { administrator, expect, signedOut, test } from './support/test';

// Each test has a session of its own, which it locks. One of the screens names a record that does not exist.
test.use({ storageState: signedOut, expectedErrors: /status of 404/ });

const { password } = administrator;

async function signIn(page: Page): Promise<void> {
  await open(page, '/login');
  await fillIn(page, { Email: administrator.email, Password: password });
  await press(page, 'Sign in');
  await expect(page).toHaveTitle('Home');
}

const lock = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Lock' }).click();

async function unlock(page: Page): Promise<void> {
  await ready(page);
  await fillIn(page, { Password: password });
  await press(page, 'Unlock');
}

test('a wrong password leaves the session locked, and nothing of it in the page', async ({
  page,
}) => {
  await signIn(page);
  await open(page, '/countries');
  await lock(page);
  await expect(page).toHaveTitle(/^Unlock/);
  await expect(page.getByText('Zambia')).toHaveCount(0);
  await ready(page);
  await fillIn(page, { Password: 'not the password' });
  await press(page, 'Unlock');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(findInput(page, 'Password')).toHaveValue('');
  await unlock(page);
  await expect(page).toHaveTitle(/^Countries/);
});

test('one press in the header locks the session and keeps what is typed', async ({ page }) => {
  await signIn(page);
  await open(page, '/country/edit/2');
  await fillIn(page, { 'Phone code': '777' });
  await lock(page);
  await expect(page).toHaveTitle(/^Unlock/);
  await expect(page.getByRole('status')).toContainText('The form was not saved');
  await unlock(page);
  await expect(findInput(page, 'Phone code')).toHaveValue('777');
  await expect(page.getByText('The session was locked before this was saved')).toBeVisible();
});

test('the other tabs lock at once, and keep what is typed', async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await open(other, '/country/edit/3');
  await fillIn(other, { 'Phone code': '776' });
  await open(page, '/countries');
  await lock(page);
  await expect(other).toHaveTitle(/^Unlock/);
  await unlock(other);
  await expect(findInput(other, 'Phone code')).toHaveValue('776');
});

// Playwright turns off the back/forward cache of Chromium, so these tests start a browser that has it.
for (const { leave, title } of [
  { leave: lock, title: /^Unlock/ },
  {
    leave: async (page: Page) => {
      await page.locator('summary', { hasText: 'User menu' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
    },
    title: /^Sign in/,
  },
]) {
  for (const javaScriptEnabled of [true, false]) {
    test(`Back shows nothing after the page ${title} ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      baseURL,
    }, { project }) => {
      const browser = await chromium.launch({
        ...project.use.launchOptions,
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
      try {
        const context = await browser.newContext({ baseURL, javaScriptEnabled });
        const page = await context.newPage();
        await signIn(page);
        await page.goto('/countries');
        await expect(page.getByText('Zambia').first()).toBeVisible();
        await ready(page);
        await leave(page);
        await expect(page).toHaveTitle(title);
        await page.goBack();
        await expect(page).toHaveTitle(title);
        await expect(page.getByText('Zambia')).toHaveCount(0);
      } finally {
        await browser.close();
      }
    });
  }
}

test('screens and forms store nothing in the browser that names a person', async ({
  page,
  context,
}) => {
  await signIn(page);
  const visited = screens.filter((path) => !path.includes('?open'));
  // The daily run opens screens of each kind.
  for (const screen of sweep(visited, (_, index) => index % 6 === 0)) {
    await page.goto(screen);
    await ready(page);
  }
  await open(page, '/country/edit/2');
  await fillIn(page, { 'Phone code': '775' });
  await open(page, '/user/edit/1').catch(() => {});
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(stored.local).toEqual({});
  expect([stored.databases, stored.caches, stored.workers]).toEqual([[], [], 0]);
  // The positions to which pages were scrolled, under random keys.
  expect(Object.keys(stored.session)).toEqual(['positions']);
  const positions: unknown = JSON.parse(stored.session.positions ?? '');
  for (const [key, position] of Object.entries(positions as object)) {
    expect(key).toMatch(/^(default|[a-z0-9]{6,14})$/);
    expect(typeof position).toBe('number');
  }
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name).filter((name) => !name.startsWith('session-'))).toEqual(
    [],
  );
  const [content = ''] = decodeURIComponent(cookies[0]?.value ?? '').split('.');
  expect(JSON.parse(atob(content))).toMatch(/^[\w-]{43}$/);
});
