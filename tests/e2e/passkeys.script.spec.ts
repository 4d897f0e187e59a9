import { createServer } from 'node:net';
import type { CDPSession, Page } from '@playwright/test';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { type RunningPanel, startPanel } from '../support/panel';
import { expectFitsAndAccessible } from './support/fits';
import { fillIn, findInput, open, press, ready } from './support/steps';
import { test as base, expect, signedOut } from './support/test';

const { username, password } = demoSignIns.administrator;

/** Starts a separate panel, because browsers make passkeys only for the address that the panel knows as its own. */
const test = base.extend<{ cdp: CDPSession }, { own: RunningPanel }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from it
    async ({}, use) => {
      const PORT = String(await findFreePort());
      const panel = await startPanel({ DEMO_DATA: 'on', PORT });
      await use({ ...panel, url: `http://localhost:${PORT}` });
      await panel.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
  cdp: async ({ page }, use) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await use(cdp);
  },
});
test.use({ storageState: signedOut, expectedErrors: /status of 400/ });

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}

async function addAuthenticator(cdp: CDPSession): Promise<string> {
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return authenticatorId;
}

async function enterPassword(page: Page): Promise<void> {
  await open(page, '/login');
  await fillIn(page, { Email: username, Password: password });
  await press(page, 'Sign in');
  await page.waitForURL(({ pathname }) => pathname !== '/login');
}

async function signOut(page: Page): Promise<void> {
  await ready(page);
  await page.locator('summary', { hasText: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('a passkey is added, refused, used to sign in and to change a role, and removed', async ({
  page,
  cdp,
  own,
}) => {
  const authenticatorId = await addAuthenticator(cdp);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await enterPassword(page);
  await open(page, '/users');
  expect(scripts.filter((url) => url.includes('passkey'))).toEqual([]);

  await open(page, '/profile/second-factor');
  await page.getByRole('link', { name: 'add a passkey' }).click();
  await expect(page.getByText('Where script is off, use an authenticator app')).toBeVisible();
  await expectFitsAndAccessible(page);
  await fillIn(page, { 'Name of the passkey': 'Office laptop' });
  await press(page, 'Continue');
  const make = page.getByRole('button', { name: 'Make the passkey' });
  await expect(make).toBeVisible();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await make.click();
  await expect(page.getByRole('alert')).toContainText('The passkey was not made');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await make.click();
  await expect(page.getByText('These are your recovery codes')).toBeVisible();
  await page.getByRole('link', { name: 'I have saved the codes' }).click();
  await open(page, '/profile/second-factor');
  const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Office laptop' });
  await expect(listed).toContainText('Not used yet.');
  await expectFitsAndAccessible(page);

  await signOut(page);
  await enterPassword(page);
  await expect(page).toHaveURL(/\/login\/code/);
  const use = page.getByRole('button', { name: 'Use a passkey' });
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await use.click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await expectFitsAndAccessible(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await use.click();
  await expect(page).toHaveTitle('Home');

  // Eleven minutes later, a change of a role asks for the second factor.
  await sqlOn(own.dataDir, `update session set data = replace(data, '"provenAt":', '"former":')`);
  await open(page, '/user/edit/2');
  await fillIn(page, { 'First name': 'Changed', Role: 'Administrator' });
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('Use your passkey');
  await ready(page);
  await use.click();
  await expect(page.getByRole('status').getByText('successfully saved')).toBeVisible();
  await expect(findInput(page, 'First name')).toHaveValue('Changed');

  await open(page, '/profile/second-factor');
  await expect(listed).toContainText('Last used');
  await page.getByRole('link', { name: 'Remove Office laptop' }).click();
  await expect(page.getByText('this turns off your second factor')).toBeVisible();
  await press(page, 'Remove the passkey');
  await expect(page.getByText('The passkey was removed')).toBeVisible();
  await signOut(page);
  await enterPassword(page);
  await expect(page).toHaveTitle('Home');
});
