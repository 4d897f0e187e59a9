import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { demoSignIns } from '../../backend/demo-study/users';
import { makeOtherBuild } from '../support/other-build';
import { type RunningPanel, startPanel } from '../support/panel';
import { unique } from '../support/unique';
import { expectToast, fillIn, findInput, open, press, ready } from './support/steps';
import { expect, signedOut, test } from './support/test';

// The browser reports the refused requests, and the modules that the new version does not have.
test.use({ storageState: signedOut, expectedErrors: /status of (404|409)|Failed to fetch|MIME/ });

/** Opens a tab of the panel that the user will use after the upgrade. */
async function openTab(page: Page, url: string): Promise<Page> {
  const tab = await page.context().newPage();
  await open(tab, url);
  // What upgrades need is fetched after the page.
  await tab.waitForLoadState('networkidle');
  return tab;
}

test('a tab that was opened before an upgrade goes on after it', async ({ page }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'upgrade-'));
  let panel: RunningPanel = await startPanel({ DEMO_DATA: 'on', DATA_DIR: dataDir });
  const { url } = panel;
  try {
    await open(page, `${url}/login`);
    const { username, password } = demoSignIns.administrator;
    await fillIn(page, { Email: username, Password: password });
    await press(page, 'Sign in');
    await expect(page).toHaveTitle('Home');
    const name = unique('Upgrade');
    const form = await openTab(page, `${url}/color/add`);
    await fillIn(form, { Name: name, Color: '#039BE5', Status: 'Active' });
    const list = await openTab(page, `${url}/countries?q=a`);
    const people = await openTab(page, `${url}/participants`);
    const typed = await openTab(page, `${url}/color/edit/2`);
    await fillIn(typed, { Name: 'Typed before' });

    await panel.stop();
    panel = await startPanel(
      { DEMO_DATA: 'on', DATA_DIR: dataDir, PORT: new URL(url).port },
      { command: ['node', makeOtherBuild(), 'start'] },
    );

    // A link to a page whose module the tab does not have, and one to the same page.
    await list.getByRole('link', { name: /^Name/ }).click();
    await expect(list).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === '/countries' && searchParams.get('q') === 'a' && searchParams.has('sort'),
    );
    await list.goBack();
    await list.getByRole('main').getByRole('link', { name: 'Add' }).click();
    await expect(list).toHaveTitle('Add country');
    expect(new URL(list.url()).pathname).toBe('/country/add');

    // A save.
    await press(form, 'Save');
    await expectToast(form, 'The color has been successfully saved!');
    await expect(form).toHaveTitle('Edit color');
    await open(form, `${url}/colors?q=${name}`);
    await expect(form.getByText('1–1 of 1')).toBeVisible();

    // A form that is posted to a page whose module the tab does not have.
    await people.getByLabel('Filter Study No').fill('S-00007');
    await people.getByLabel('Filter Study No').press('Enter');
    await expect(people).toHaveURL(/\?view=/);
    await expect(people.getByText('1–1 of 1')).toBeVisible();

    // Typed text stays, and a refused form shows it again.
    await expect(findInput(typed, 'Name')).toHaveValue('Typed before');
    await fillIn(typed, { Color: 'none' });
    await press(typed, 'Save');
    await expect(typed.getByRole('alert').getByRole('link')).toBeVisible();
    await expect(findInput(typed, 'Name')).toHaveValue('Typed before');
    await ready(typed);
  } finally {
    await panel.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
