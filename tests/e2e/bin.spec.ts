import { unique } from '../support/unique';
import { expectAccessible } from './support/axe';
import { add, expectToast, open, press } from './support/steps';
import { expect, test } from './support/test';

test('a deletion is undone from its message, and a record is restored from the bin', async ({
  page,
  script,
}) => {
  const name = unique('Binned');
  await add(page, 'color', { color_name: name, color_code: '#111111', c_status: '1' });
  const remove = async () => {
    await open(page, `/colors?q=${name}`);
    await page.getByRole('link', { name: `Delete ${name}` }).click();
    const question = script ? page.getByRole('dialog') : page.getByRole('main');
    await expect(question.getByText('You can undo this for 30 days.')).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'The color has been successfully deleted!');
    await expect(page.getByText('No Data')).toBeVisible();
  };

  await remove();
  if (script) await expectAccessible(page);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'The color has been successfully restored!');
  await expect(page.getByRole('link', { name: `Delete ${name}` })).toBeVisible();

  await remove();
  await open(page, '/bin?deleted_type=Color');
  await page.getByRole('link', { name: `Restore ${name}` }).click();
  if (script) await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  else await press(page, 'Restore');
  await expectToast(page, 'The color has been successfully restored!');
  await expect(page.getByRole('link', { name: `Restore ${name}` })).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/bin');
});
