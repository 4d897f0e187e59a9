import { defined } from '../../shared/defined';
import { expectToast, fillIn, open, press, ready } from './support/steps';
import { expect, test } from './support/test';

/** Phones of the demo data. Each of the two Playwright projects has its own phones to change. */
const phones = {
  navigator: ['+260000000011', '+260000000021'],
  moderator: '+260000000007',
  participant: ['+260000000006', '+260000000012'],
  edited: ['+260000000018', '+260000000024'],
} as const;

test('only the type of a phone can be changed', async ({ page, script }) => {
  const number = defined(phones.edited[Number(script)]);
  await open(page, `/phones?phone_number=${encodeURIComponent(number)}`);
  await page.locator('tbody').getByRole('row', { name: number }).getByRole('link').first().click();
  await expect(page).toHaveTitle('Edit phone');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await ready(page);
  await fillIn(page, { Type: 'Public' });
  await press(page, 'Save');
  await expectToast(page, 'The phone has been successfully saved!');
  await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
  await page.getByRole('link', { name: 'Back to Phones' }).click();
  await expect(page.locator('tbody').getByRole('row', { name: number })).toContainText('Public');
});

test('the list of phones links to participants only for peer navigators and moderators', async ({
  page,
}) => {
  await open(page, '/phones?size=20');
  for (const row of await page.locator('tbody').getByRole('row').all()) {
    const text = (await row.textContent()) ?? '';
    const links = row.locator('a[href^="/phone/participants/"]');
    expect((await links.count()) > 0, text).toBe(/Peer Navigator|Moderator/.test(text));
  }
});

test('a participant is linked to a phone and unlinked', async ({ page, script }) => {
  const navigator = defined(phones.navigator[Number(script)]);
  const participant = defined(phones.participant[Number(script)]);
  await open(page, `/phone/participants/${encodeURIComponent(navigator)}`);

  await press(page, 'Link');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Participant is required']);
  await expect(page).toHaveTitle(/^Error: /);
  await ready(page);

  const choices = page.getByLabel('Participant', { exact: true });
  await choices.selectOption(participant);
  await press(page, 'Link');
  await expectToast(page, 'The participant link has been successfully saved!');
  await expect(choices).toHaveValue('');
  await ready(page);

  await choices.selectOption(participant);
  await press(page, 'Link');
  await expect(page.getByRole('alert')).toContainText(
    `The phone '${participant}' is linked to '${navigator}' already`,
  );
  await expect(choices).toHaveValue(participant);
  await open(
    page,
    `${new URL(page.url()).pathname}?part_number=${encodeURIComponent(participant)}`,
  );
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  await page.getByRole('link', { name: `Unlink ${participant}` }).click();
  if (script) await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  else await press(page, 'Unlink');
  await expectToast(page, 'The participant link has been successfully deleted!');
  await expect(page.getByRole('link', { name: `Unlink ${participant}` })).toHaveCount(0);
});

test('the participants of a moderator’s phone can be viewed and unlinked, but no others can be linked', async ({
  page,
}) => {
  await open(page, `/phone/participants/${encodeURIComponent(phones.moderator)}`);
  await expect(page.getByText('This phone’s type is Moderator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Unlink / }).first()).toBeVisible();
});

test('Send Messages says that sending has started, and that the panel itself sends no messages', async ({
  page,
}) => {
  await open(page, '/send-messages');
  await expect(page.getByRole('main')).toContainText('the panel itself sends no messages');
  await press(page, 'Send');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Category is required']);
  await ready(page);
  await fillIn(page, { Category: 'General' });
  await press(page, 'Send');
  await expectToast(page, 'Sending of the messages has started');
});

test('a participant’s record is shown with all its groups, and leads to the follow-ups', async ({
  page,
}) => {
  await open(page, '/participants?study_number=S-00001');
  await page.getByRole('link', { name: 'S-00001', exact: true }).click();
  await expect(page).toHaveTitle('Participant');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Participant S-00001');
  for (const group of ['Contraception history', 'HIV history', 'PrEP history']) {
    await expect(page.getByRole('heading', { name: group })).toBeVisible();
  }
  await page.getByRole('main').getByRole('button', { name: 'Followups', exact: true }).click();
  await expect(page).toHaveTitle(/^Followups/);
  await ready(page);
  await page.getByRole('link', { name: 'S-00001', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Follow-up S-00001');
});
