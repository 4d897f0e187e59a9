import { type RunningPanel, startPanel } from '../support/panel';
import { fillIn, findInput, open, press } from './support/steps';
import { test as base, expect, signedOut } from './support/test';

const researcher = { Email: 'lungile@panel.example', Password: 'demo-researcher' };
/** Matches a complete number of the demo study, and a masked one. */
const COMPLETE = /\+260\d{9}/;
const MASKED = /\+260 ••• ••\d \d{3}/;

/** Starts a separate panel, which masks numbers and dates of birth. */
const test = base.extend<object, { own: RunningPanel }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from it
    async ({}, use) => {
      const panel = await startPanel({ DEMO_DATA: 'on', MASK_IDENTIFIERS: 'on' });
      await use(panel);
      await panel.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});
test.use({ storageState: signedOut });

test('without script, a user reveals a number from a list, and the 20th reveal asks for the password', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const pressReveal = async () => {
    await open(page, '/last-seen');
    await main
      .getByRole('button', { name: /Reveal$/ })
      .first()
      .click();
  };
  await open(page, '/reveal');
  await expect(page).toHaveTitle(/^Sign in/);
  await fillIn(page, researcher);
  await press(page, 'Sign in');

  await open(page, '/last-seen');
  await expect(main).toContainText(MASKED);
  await expect(main).not.toContainText(COMPLETE);
  await pressReveal();
  await expect(main).toContainText(COMPLETE);
  expect(page.url()).toMatch(/\/reveal$/);
  await open(page, '/reveal');
  await expect(main).not.toContainText(COMPLETE);
  await open(page, '/profile/accesses');
  const reveal = main.getByRole('row').filter({ hasText: 'Last Seen: Number' });
  await expect(reveal).toHaveCount(1);
  await expect(reveal).toContainText('Revealed a value');
  await expect(reveal).toContainText(/phone #\d+/);

  for (let n = 2; n < 20; n++) await pressReveal();
  await expect(main).toContainText(COMPLETE);
  await pressReveal();
  await expect(main).toContainText('You have revealed 19 values within an hour');
  await expect(main).not.toContainText(COMPLETE);
  await fillIn(page, { 'Your password': 'wrong' });
  await press(page, 'Reveal');
  await expect(main).toContainText('The password is incorrect');
  await expect(main).not.toContainText(COMPLETE);
  await fillIn(page, { 'Your password': researcher.Password });
  await press(page, 'Reveal');
  await expect(main).toContainText(COMPLETE);
});

test('without script, a form shows a number after a press, and keeps what was typed', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await open(page, '/login');
  await fillIn(page, researcher);
  await press(page, 'Sign in');
  await open(page, '/sms-phone/edit/1');
  await expect(main).toContainText(MASKED);
  await fillIn(page, { Name: 'Typed' });
  await press(page, 'Reveal Number');
  await expect(findInput(page, 'Number')).toHaveValue(COMPLETE);
  await expect(findInput(page, 'Name')).toHaveValue('Typed');
  await press(page, 'Save');
  await expect(page.getByRole('status').getByText('has been successfully saved')).toBeVisible();
  await expect(main).toContainText(MASKED);
});
