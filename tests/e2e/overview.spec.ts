import { fillIn, open, press } from './support/steps';
import { expect, test } from './support/test';

/** The figures that count the rows of one list, by the titles of their cards. */
const figures = {
  'Participants enrolled': ['in total', 'in the last 7 days', 'in the last 28 days'],
  'Follow-ups': ['overdue', 'due within 14 days', 'done in the last 28 days'],
  'Navigators by last upload': ['silent for 7 days or more', 'without any upload'],
  'Quiz attempts': ['in total', 'in the last 28 days'],
  Notifications: ['sent in total', 'in the last 28 days'],
};

for (const [title, labels] of Object.entries(figures))
  test(`the figures of “${title}” lead to the rows that they count`, async ({ page }) => {
    for (const label of labels) {
      await open(page, '/home');
      const cards = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) });
      const card = cards.filter({ hasText: title });
      const link = card.getByRole('link', { name: new RegExp(`^[\\d,]+ ${label}$`) });
      const count =
        String(await link.textContent())
          .trim()
          .split(' ')[0] ?? '';
      await link.click();
      const main = page.getByRole('main');
      await expect(main).toContainText(
        count === '0' ? /No .+ match/ : new RegExp(`of ${count}\\b`),
      );
    }
  });

test('an administrator sets a target, and the picture of the weeks names its pace', async ({
  page,
}) => {
  await open(page, '/home/settings');
  const target = page.getByLabel('Target number of participants');
  await fillIn(page, { 'Target number of participants': '5000' });
  await press(page, 'Save');
  await expect(page.getByRole('img', { name: /The target needs \d+ a week/ })).toBeVisible();
  await open(page, '/home/settings');
  await expect(target).toHaveValue('5000');
});
