import type { Page } from '@playwright/test';
import { unique } from '../support/unique';
import { expectToast, fillIn, open, press } from './support/steps';
import { expect, test } from './support/test';

const BUSY = 'Too many people are using this service at the moment.';
const DATA = '**/*.data*';

test.use({ expectedErrors: /^503: |status of 503/ });

/**
 * Answers requests in place of the server, with the responses of server/busy.ts. tests/operations/load.test.ts tests
 * these responses on a panel that is really busy. Returns a function that lets requests reach the server again.
 */
async function refuse(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  await page.route(address, (route) => {
    const what = route.request().method() === 'POST' ? ' What you sent was not saved.' : '';
    return route.fulfill({
      status: 503,
      contentType: 'text/plain; charset=utf-8',
      headers: { 'retry-after': '5', 'cache-control': 'no-store' },
      body: `${BUSY}${what} Wait a few seconds, then try again.\n`,
    });
  });
  return () => page.unroute(address);
}

test('when a busy server refuses a link, the page says so, and the user can try again', async ({
  page,
}) => {
  await open(page, '/countries');
  const stopRefusing = await refuse(page, DATA);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Sorry, the service is busy' }),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(`${BUSY} Wait a few seconds, then try again.`);
  await stopRefusing();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Countries' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('country_name');
});

test('a form that a busy server refuses is sent again with all that was typed', async ({
  page,
}) => {
  await open(page, '/sms-category/add');
  const name = unique('Busy');
  await fillIn(page, { Name: name, Description: 'Typed once', Status: 'Active' });
  const stopRefusing = await refuse(page, DATA);
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toHaveText(
    `${BUSY} What you sent was not saved. Wait a few seconds, then try again.`,
  );
  // The server is still busy, and the stylesheets of the form arrive after the refusal. Wait until it has refused this
  // request, then let it answer again.
  const refused = page.waitForResponse((response) => response.status() === 503);
  await page.route('**/*.css', async (route) => {
    await refused;
    await page.waitForTimeout(300);
    await route.continue();
  });
  await press(page, 'Try again');
  await refused;
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await stopRefusing();
  await press(page, 'Try again');
  await expectToast(page, 'successfully saved');
});

test.describe('a 503 that is not the panel’s own', () => {
  test.use({ expectedErrors: /^503: |status of 503|on the console: SyntaxError/ });

  test('shows the general error page', async ({ page }) => {
    await open(page, '/countries');
    await page.route(DATA, (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Proxy</h1>' }),
    );
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
  });
});
