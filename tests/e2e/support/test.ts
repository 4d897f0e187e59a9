import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

type StorageState = BrowserContextOptions['storageState'];

export const administrator = {
  email: 'mwansa@panel.example',
  password: 'demo-administrator',
} as const;

interface Options {
  /** True if the browser of this project runs script. */
  script: boolean;
  /** Matches the errors that a test expects, in the form that `watch` gives them. */
  expectedErrors: RegExp | undefined;
}

/**
 * Starts each test signed in. Each worker has its own session, so that a toast of one test does not appear on a page of
 * another. A test fails if the page or the console reports an error, a request fails, or a response has a status of 500
 * or more.
 */
export const test = base.extend<Options, { session: StorageState }>({
  baseURL: process.env.PANEL_URL,
  script: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  expectedErrors: [undefined, { option: true }],
  session: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.PANEL_URL });
      const response = await request.post('/login', { form: administrator, maxRedirects: 0 });
      expect(response.headers().location).toBe('/home');
      await use(await request.storageState());
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  storageState: async ({ session }, use) => use(session),
  page: async ({ page, script, expectedErrors }, use) => {
    const errors = watch(page, script);
    await use(page);
    expect(errors.filter((error) => !expectedErrors?.test(error))).toEqual([]);
  },
});

export { expect } from '@playwright/test';

/** The storage of a browser in which nobody is signed in. */
export const signedOut: StorageState = { cookies: [], origins: [] };

/** Returns a list to which a description of each error of the page is added from now on. */
function watch(page: Page, script: boolean): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`error in the page: ${error.message}`));
  page.on('console', (message) => {
    // Chromium reports the status of a refused form (400) and of a lost update (409) as errors.
    const refused = /the server responded with a status of (400|409)/.test(message.text());
    if ((message.type() === 'error' || /unrecognized feature/i.test(message.text())) && !refused)
      errors.push(`on the console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A new navigation or a download aborts earlier requests. Without script, the browser refuses to fetch scripts.
    const expected = reason === 'net::ERR_ABORTED' || (!script && reason === 'csp');
    if (!expected) errors.push(`${reason}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()}: ${response.url()}`);
  });
  return errors;
}
