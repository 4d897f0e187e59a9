import { type RunningPanel, startPanel } from '../support/panel';
import { fillIn, open, press } from './support/steps';
import { test as base, expect, signedOut } from './support/test';

const administrator = { Email: 'mwansa@panel.example', Password: 'demo-administrator' };

/** Starts a separate panel, because the test withdraws a participant. */
const test = base.extend<object, { own: RunningPanel }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this one needs from it
    async ({}, use) => {
      const panel = await startPanel({ DEMO_DATA: 'on' });
      await use(panel);
      await panel.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});
test.use({ storageState: signedOut, viewport: { width: 360, height: 740 } });

test('without script, an administrator withdraws a participant on a phone, and takes it back', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1 });
  const participant = '/participant/view/1';
  await open(page, participant);
  await fillIn(page, administrator);
  await press(page, 'Sign in');
  await open(page, participant);
  const name = ((await heading.textContent()) ?? '').replace('Participant ', '');
  await main.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(heading).toHaveText(`Withdraw ${name}?`);

  await page.getByLabel('Reason (optional)').fill(`Letter of ${name}`);
  await press(page, 'Withdraw');
  await expect(main).toContainText('The reason must not name the participant');
  await expect(page.getByLabel('Reason (optional)')).toHaveValue(`Letter of ${name}`);
  await page.getByLabel('Reason (optional)').fill('Letter of 3 May');
  await press(page, 'Withdraw');

  await expect(heading).toHaveText(`Participant ${name}`);
  await expect(main).toContainText(/Withdrawn on \d/);
  await open(page, '/participants');
  await expect(main).toContainText('Withdrawn participants are not shown.');
  await expect(main.getByRole('link', { name })).toHaveCount(0);
  await main.getByRole('link', { name: 'Show them' }).click();
  await expect(main).toContainText('Withdrawn participants are included');

  await open(page, participant);
  await main.getByRole('link', { name: 'Take back the withdrawal' }).click();
  await press(page, 'Take back the withdrawal');
  await expect(main).not.toContainText('Withdrawn on');
  await open(page, '/participants');
  await expect(main).not.toContainText('Withdrawn participants are not shown.');
});
