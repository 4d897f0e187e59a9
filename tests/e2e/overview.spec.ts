import { open, press } from './support/steps';
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
    // Other tests change records, and the figures are counted every few seconds.
    for (const label of labels)
      await expect(async () => {
        await open(page, '/home');
        const cards = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('heading', { level: 3 }) });
        const link = cards
          .filter({ hasText: title })
          .getByRole('link', { name: new RegExp(`^[\\d,]+ ${label}$`) });
        const count =
          String(await link.textContent())
            .trim()
            .split(' ')[0] ?? '';
        await link.click();
        // The number of rows is in the heading of a list.
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toHaveText(new RegExp(`\\D${count}$`), { timeout: 5_000 });
      }).toPass();
  });

test('an administrator sets a target, and the picture of the weeks names its pace', async ({
  page,
}) => {
  await open(page, '/home/settings');
  const target = page.getByLabel('Target number of participants');
  await target.fill('5000');
  await page.getByLabel('First day').fill('2025-01-01');
  await page.getByLabel('Last day').fill('2027-12-31');
  await press(page, 'Save');
  await expect(
    page.getByRole('img', { name: /Needed to reach the target: \d+ per week/ }),
  ).toBeVisible();
  await open(page, '/home/settings');
  await expect(target).toHaveValue('5000');
});
