import { fillIn, open, press } from './support/steps';
import { expect, test } from './support/test';

test('the page returns to the row that was added, moved or removed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await open(page, '/quiz/add');
  const answer = (option: number) =>
    page.getByRole('textbox', { name: `Answer , option ${option}`, exact: true });
  for (let option = 1; option <= 11; option++) {
    await press(page, 'Add option');
    await expect(answer(option)).toBeFocused();
    await expect(answer(option)).toBeInViewport();
    await page.keyboard.type(`Answer ${option}`);
  }
  await press(page, 'Move option 11 up');
  await expect(answer(10)).toBeFocused();
  await expect(answer(10)).toHaveValue('Answer 11');
  await expect(answer(10)).toBeInViewport();
  await press(page, 'Remove option 4');
  await expect(answer(4)).toBeFocused();
  await expect(answer(4)).toHaveValue('Answer 5');
  await fillIn(page, { Question: 'Which?' });
  await press(page, 'Move option 4 down');
  await expect(answer(5)).toBeFocused();
  await expect(page.getByLabel('Question')).toHaveValue('Which?');
});
