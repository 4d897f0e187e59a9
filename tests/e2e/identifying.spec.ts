import type { Page } from '@playwright/test';
import { sqlOn } from '../support/database';
import { everyCase, sweep } from '../support/full';
import { findIdentifying, listIdentifyingValues } from '../support/identifying-values';
import { type RunningPanel, startPanel } from '../support/panel';
import { readLog, readMetrics } from '../support/panel-output';
import { screens } from '../support/panel-screens';
import { SentTexts } from './support/sent-texts';
import { expectToast, fillIn, open, press, ready } from './support/steps';
import { administrator, test as base, expect, signedOut } from './support/test';
import { workWithList } from './support/work-with-list';

/** Starts a separate panel, whose log and metrics contain only the requests of this test. */
const test = base.extend<object, { own: RunningPanel }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from it
    async ({}, use) => {
      const panel = await startPanel({
        DEMO_DATA: 'on',
        METRICS_PORT: '0',
        LOG_LEVEL: 'debug',
        SIGN_IN_ATTEMPTS: '1000',
      });
      await use(panel);
      await panel.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});
test.use({ storageState: signedOut, expectedErrors: /status of 40[034]/ });

/** Values that the test types, in addition to those of the demo study. */
const typed = {
  number: '+260000000002',
  unknown: '+260000999999',
  first: 'Thandiwe-Unlisted',
  last: 'Nowherewa',
  email: 'thandiwe@people.example',
  view: 'Phone of Nowherewa',
} as const;

const lists = sweep(
  ['/participants', '/phones', '/users', '/follow-ups', '/last-seen', '/conversations'].concat(
    ['/sms-phones', '/sms-history', '/peer-navigators', '/study-followup', '/study-resources'],
    ['/discussions', '/quiz-attempts', '/audit', '/audit/accesses', '/bin', '/analytics'],
    ['/phone/chat/chat-0001', '/discussion/chat/demo-001'],
  ),
  (list) => list === '/phones',
);

test('no address, header, title, message or storage of a browser names a person', async ({
  page,
  context,
  own,
  script,
}) => {
  const sent = new SentTexts(context, own.url);
  const step = async (name: string, work: () => Promise<unknown>, isDaily = false) => {
    if (!everyCase && !isDaily) return;
    sent.start(name);
    await test.step(name, work);
    await sent.capture(page);
  };

  await step(
    'a filtered list that is requested before signing in',
    async () => {
      await sent.type(page, `/participants?q=${encodeURIComponent(typed.number)}&page=2`);
      await fillIn(page, { Email: typed.email, Password: 'not the password' });
      await press(page, 'Sign in');
      await expect(page.getByRole('alert')).toBeVisible();
      await sent.capture(page);
      await signIn(page);
      await expect(page).toHaveTitle(/^Participants/);
    },
    true,
  );

  for (const list of lists)
    await step(`the list ${list}`, () => workWithList(page, list, sent, typed.number), true);

  await step(
    'searches of all screens',
    async () => {
      for (const text of [typed.number, typed.unknown, '+26000000', 'Thandi']) {
        await open(page, '/home');
        const search = page.getByLabel('Search all screens');
        await search.focus();
        if (script) await expect(search).toHaveRole('combobox');
        await search.fill(text);
        if (script) await expect(page.getByRole('option').first()).toBeVisible();
        await sent.capture(page);
        await page.getByLabel('Search all screens').press('Enter');
        await expect(page).toHaveTitle(/^(Search|Edit phone)/);
        await sent.capture(page);
      }
    },
    true,
  );

  await step(
    'a phone, its change and its history',
    async () => {
      await open(page, '/phones');
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await expect(page).toHaveTitle('Edit phone');
      await ready(page);
      const type = page.getByRole('radio', { checked: false }).first();
      await type.check();
      await press(page, 'Save');
      await expectToast(page, 'The phone has been successfully saved!');
      await sent.capture(page);
      await page.getByRole('link', { name: 'Record history' }).click();
      await expect(page.getByRole('link', { name: /^Take back/ }).first()).toBeVisible();
      await sent.capture(page);
      await page
        .getByRole('link', { name: /^Take back/ })
        .first()
        .click();
      await expect(page).toHaveTitle('Take back a change');
      await sent.capture(page);
      await press(page, 'Take back this change');
      await expect(page).toHaveTitle(/history/i);
    },
    true,
  );

  await step('linked participants, a refused link and an unlinking', async () => {
    await sent.type(page, `/phone/participants/${encodeURIComponent('+260000000011')}`);
    const linked = await page
      .getByRole('link', { name: /^Unlink/ })
      .first()
      .textContent();
    const number = /\+\d+/.exec(linked ?? '')?.[0] ?? '';
    await page.getByLabel('Participant', { exact: true }).selectOption(number);
    await press(page, 'Link');
    await expect(page.getByRole('alert')).toContainText(number);
    await sent.capture(page);
    await ready(page);
    await page
      .getByRole('link', { name: /^Unlink/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Unlink' })).toBeVisible();
  });

  await step('a participant and those who saw them', async () => {
    await sent.type(page, '/participant/view/1');
    await ready(page);
    await page.getByRole('link', { name: 'Who saw this record' }).click();
    await expect(page).toHaveTitle(/^Who saw this record|^Accesses/);
  });

  await step(
    'a form that is refused, saved, and then saved in two tabs',
    async () => {
      await open(page, '/user/add');
      await fillIn(page, {
        'First name': typed.first,
        'Last name': typed.last,
        Email: typed.email,
      });
      await press(page, 'Save');
      await expect(page.getByRole('alert')).toBeVisible();
      await sent.capture(page);
      await ready(page);
      await fillIn(page, { Username: `walker.${script}`, Role: 'Researcher', Status: 'Active' });
      await press(page, 'Save');
      await expectToast(page, 'The user has been successfully saved!');
      await sent.capture(page);
      const other = await context.newPage();
      await open(other, page.url());
      await fillIn(other, { 'First name': `${typed.first}a` });
      await press(other, 'Save');
      await expectToast(other, 'The user has been successfully saved!');
      await other.close();
      await ready(page);
      await fillIn(page, { 'First name': `${typed.first}b` });
      await press(page, 'Save');
      await expect(page.getByRole('alert')).toContainText('has changed since you opened it');
    },
    true,
  );

  await step(
    'a form that is sent after the session has ended',
    async () => {
      await sqlOn(own.dataDir, 'update session set seen_at = seen_at - 7200000');
      await ready(page);
      await press(page, 'Save my version over it');
      await expect(page).toHaveTitle(/^Sign in/);
      await sent.capture(page);
      await signIn(page);
      await expect(page).toHaveTitle(/Edit user/);
      await sent.capture(page);
      await ready(page);
      await page.locator('summary', { hasText: 'User menu' }).click();
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveTitle(/^Sign in/);
      await sent.capture(page);
      await signIn(page);
      await expect(page).toHaveTitle('Home');
    },
    true,
  );

  await step('a deletion, undone from its message and from the bin', async () => {
    const remove = async () => {
      await open(page, '/users');
      await page.getByRole('searchbox').fill(typed.last);
      await page.getByRole('searchbox').press('Enter');
      await expect(page.getByText('1–1 of 1')).toBeVisible();
      await sent.capture(page);
      await ready(page);
      await page.getByRole('link', { name: /^Delete\b/ }).click();
      await sent.capture(page);
      const question = page.getByRole(script ? 'dialog' : 'main');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'The user has been successfully deleted!');
      await sent.capture(page);
    };
    await remove();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'The user has been successfully restored!');
    await remove();
    await open(page, '/bin');
    await page
      .getByRole('link', { name: /^Restore/ })
      .first()
      .click();
    await sent.capture(page);
    const question = page.getByRole(script ? 'dialog' : 'main');
    await question.getByRole('button', { name: 'Restore' }).click();
    await expectToast(page, 'The user has been successfully restored!');
  });

  await step(
    'a filtered list that is saved as a view, made into a file, and locked',
    async () => {
      await open(page, '/phones');
      await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill(typed.number);
      await page.getByRole('searchbox', { name: 'Search the shown columns' }).press('Enter');
      await expect(page.getByText('1–1 of 1')).toBeVisible();
      await page.getByRole('link', { name: 'Views', exact: true }).click();
      await ready(page);
      await fillIn(page, { Name: typed.view });
      await press(page, 'Save this view');
      await expectToast(page, 'The view was saved.');
      await sent.capture(page);
      await page.getByRole('main').getByRole('link', { name: typed.view, exact: true }).click();
      await expect(page.getByText('1–1 of 1')).toBeVisible();
      await page.getByRole('button', { name: /^Export/ }).click();
      await ready(page);
      await sent.capture(page);
      await page.getByRole('button', { name: 'Make the file' }).click();
      await expect(page.getByText('Your file is ready')).toBeVisible();
      await sent.capture(page);
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: /^Download phones/ }).click();
      sent.note((await downloading).suggestedFilename(), 'the name of a file for analysis');
      await page.getByRole('banner').getByRole('button', { name: 'Lock' }).click();
      await expect(page).toHaveTitle(/^Unlock/);
      await ready(page);
      await fillIn(page, { Password: typed.first });
      await press(page, 'Unlock');
      await expect(page.getByRole('alert')).toBeVisible();
      await sent.capture(page);
      await ready(page);
      await fillIn(page, { Password: administrator.password });
      await press(page, 'Unlock');
      await expect(page.getByText('Your file is ready')).toBeVisible();
    },
    true,
  );

  await step(
    'several records that are deleted together',
    async () => {
      await open(page, '/sms-phones');
      for (const row of [0, 1]) await page.locator('tbody [type=checkbox]').nth(row).check();
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete 2 SMS phones?');
      await sent.capture(page);
      await ready(page);
      await press(page, 'Delete 2 SMS phones');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deleted 2 SMS phones');
    },
    true,
  );

  await step('addresses that lead nowhere', async () => {
    for (const path of ['/phone/edit/', '/nowhere/', '/phones/'])
      await sent.type(page, path + encodeURIComponent(typed.unknown));
  });

  for (const screen of sweep(screens, (screen) => screen.endsWith('/transcript')))
    await step(screen, () => sent.type(page, screen), true);

  await sent.finish();
  const values = await listIdentifyingValues((statement) => sqlOn(own.dataDir, statement));
  for (const value of Object.values(typed)) values.add(value);
  expect(values.size).toBeGreaterThan(1_000);
  expect(sent.texts.length).toBeGreaterThan(everyCase ? 5_000 : 500);
  const written = [
    { text: readLog(own), where: 'the log' },
    { text: await readMetrics(own), where: 'the metrics' },
  ];
  expect(findIdentifying([...sent.texts, ...written], values)).toEqual([]);
});

async function signIn(page: Page): Promise<void> {
  await ready(page);
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
}
