import type { Locator, Page } from '@playwright/test';
import { take } from '../support/take';
import { unique } from '../support/unique';
import { expectToast, fillIn, open, press, ready } from './support/steps';
import { expect, test } from './support/test';

/** Returns the inputs for the answers of the quiz's options, in order. */
function findAnswers(page: Page): Locator {
  return page.getByRole('textbox', { name: /^Answer/ });
}

async function expectAnswers(page: Page, expected: string[]): Promise<void> {
  await expect(findAnswers(page)).toHaveCount(expected.length);
  for (const [index, answer] of expected.entries()) {
    await expect(findAnswers(page).nth(index)).toHaveValue(answer);
  }
}

test('adding, moving and removing quiz options keeps the other typed values', async ({ page }) => {
  const question = unique('Which?');
  await open(page, '/quiz/add');
  await fillIn(page, { Question: question, Status: 'Active' });
  for (const [index, answer] of ['One', 'Two', 'Three'].entries()) {
    await press(page, 'Add option');
    await expect(findAnswers(page)).toHaveCount(index + 1);
    await ready(page);
    await findAnswers(page).nth(index).fill(answer);
  }
  await page.getByRole('checkbox', { name: 'Correct , option 3' }).check();

  await press(page, 'Move option 3 up');
  await expectAnswers(page, ['One', 'Three', 'Two']);
  await expect(page.getByRole('checkbox', { name: 'Correct , option 2' })).toBeChecked();
  await ready(page);
  await press(page, 'Remove option 1');
  await expectAnswers(page, ['Three', 'Two']);
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(question);
  await ready(page);

  // An option without an answer is refused at its place.
  await press(page, 'Add option');
  await expect(findAnswers(page)).toHaveCount(3);
  await ready(page);
  await press(page, 'Save');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Answer is required']);
  await ready(page);
  await press(page, 'Remove option 3');
  await expect(findAnswers(page)).toHaveCount(2);
  await ready(page);

  await press(page, 'Save');
  await expectToast(page, 'The quiz has been successfully saved!');
  await page.reload();
  await expectAnswers(page, ['Three', 'Two']);
  await expect(page.getByRole('checkbox', { name: 'Correct , option 1' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Correct , option 2' })).not.toBeChecked();
});

test('options beyond the first ten are shown in parts, and nothing typed is lost', async ({
  page,
  script,
}) => {
  await open(page, '/quiz/add');
  await fillIn(page, { Question: unique('Which of many?'), Status: 'Active' });
  for (let option = 1; option <= 12; option++) {
    await press(page, 'Add option');
    await expect(page.getByRole('group', { name: /^Options/ })).toContainText(`(${option})`);
    await ready(page);
    await page
      .getByRole('textbox', { name: `Answer , option ${option}`, exact: true })
      .fill(`Answer ${option}`);
  }
  const all = Array.from({ length: 12 }, (_, option) => `Answer ${option + 1}`);
  // With script, the page shows all options. Without script, it shows only the part with the option that was added.
  await expectAnswers(page, script ? all : all.slice(10));
  await press(page, 'Save');
  await expectToast(page, 'The quiz has been successfully saved!');
  await page.reload();
  await ready(page);
  if (script) {
    await page.locator('summary', { hasText: 'Options 11 to 12' }).click();
    return expectAnswers(page, all);
  }
  await expectAnswers(page, all.slice(0, 10));
  await findAnswers(page).first().fill('Changed');
  await press(page, 'Show options 11 to 12');
  await expectAnswers(page, all.slice(10));
  await expect(page.locator('summary', { hasText: 'Options 11 to 12' })).toBeFocused();
  await press(page, 'Show options 1 to 10');
  await expectAnswers(page, ['Changed', ...all.slice(1, 10)]);
});

test('options that cannot be read are shown as the stored text', async ({ page }) => {
  await open(page, '/quiz/edit/7');
  await expect(page.getByText('The stored list cannot be read.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Options/ })).toHaveValue(/Cut off in the/);
});

test('a quiz attempt is read-only, and says in words, not only in colours, whether answers are correct', async ({
  page,
}) => {
  await open(page, '/quiz-attempts');
  await page
    .locator('tbody')
    .getByRole('row', { name: 'Failed' })
    .first()
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveTitle(/^Quiz attempt \d+$/);
  await expect(page.getByRole('main')).toContainText('Failed');
  const table = page.getByRole('table', { name: 'Answers' });
  await expect(table.getByRole('columnheader')).toHaveText(['No', 'Answer', 'Selected', 'Correct']);
  await expect(table.getByRole('cell', { name: /^(Yes|No)$/ }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Quiz Attempts' }).click();
  await expect(page).toHaveTitle(/^Quiz Attempts, page 1 of/);
});

test('a correct option is marked with a green tick, and any other with a red cross', async ({
  page,
}) => {
  await open(page, '/quiz/add');
  await press(page, 'Add option');
  const box = page.getByRole('checkbox', { name: 'Correct , option 1' });
  const row = page.getByRole('listitem').filter({ has: box });
  const [yes, no] = take(
    ['Yes', 'No'].map((word) => row.getByText(word, { exact: true })),
    2,
  );
  await expect(no).toBeVisible();
  await expect(no.locator('use')).toHaveAttribute('href', /#x$/);
  await expect(yes).toBeHidden();
  await ready(page);
  await box.check();
  await expect(yes).toBeVisible();
  await expect(yes.locator('use')).toHaveAttribute('href', /#check$/);
  await expect(no).toBeHidden();
  const [red, green] = await Promise.all(
    [no, yes].map((mark) => mark.evaluate((element) => element.className)),
  );
  expect(green).toContain('text-good');
  expect(red).toContain('text-bad');
});
