import { unique } from '../support/unique';
import {
  add,
  expectFilledIn,
  expectToast,
  fillIn,
  findInput,
  open,
  press,
  ready,
} from './support/steps';
import { expect, test } from './support/test';

const active = { c_status: '1' };

test('"Save and add another" saves and offers an empty form', async ({ page }) => {
  const name = unique('Sky');
  await open(page, '/color/add');
  await fillIn(page, { Name: name, Color: '#039BE5', Status: 'Active' });
  await press(page, 'Save and add another');
  await expectToast(page, 'The color has been successfully saved!');
  await expect(page).toHaveTitle('Add color');
  await expect(findInput(page, 'Name')).toHaveValue('');
  await open(page, `/colors?q=${name}`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test('a double click on Save saves once', async ({ page }) => {
  const name = unique('Double');
  await open(page, '/color/add');
  await fillIn(page, { Name: name, Color: '#8E24AA', Status: 'Active' });
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await expect(page).toHaveTitle('Edit color');
  await open(page, `/colors?q=${name}`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test('pressing Enter in an input saves', async ({ page }) => {
  await open(page, '/color/add');
  await fillIn(page, { Color: '#8E24AA', Status: 'Active', Name: unique('Enter') });
  await findInput(page, 'Name').press('Enter');
  await expect(page).toHaveTitle('Edit color');
});

test.describe('when somebody else has saved meanwhile', () => {
  test('nothing is overwritten until the user has seen both versions', async ({
    page,
    context,
  }) => {
    const name = unique('Shared');
    const edit = await add(page, 'color', { color_name: name, color_code: '#111111', ...active });
    await open(page, edit);
    const other = await context.newPage();
    await open(other, edit);
    await fillIn(other, { Color: '#222222' });
    await press(other, 'Save');
    await expectToast(other, 'The color has been successfully saved!');

    await fillIn(page, { Color: '#333333' });
    await press(page, 'Save');
    const panel = page.getByRole('alert');
    await expect(panel).toContainText('This record has changed since you opened it');
    await expect(panel).toBeFocused();
    await expect(panel.getByRole('row', { name: 'Color #333333 #222222' })).toBeVisible();
    await expectFilledIn(page, { Color: '#333333' });
    await open(other, edit);
    await expectFilledIn(other, { Color: '#222222' });

    await press(page, 'Save my version over it');
    await expectToast(page, 'The color has been successfully saved!');
    await open(other, edit);
    await expectFilledIn(other, { Color: '#333333' });
  });

  test('the user can take the values that the other user has saved', async ({ page, context }) => {
    const name = unique('Shared');
    const edit = await add(page, 'color', { color_name: name, color_code: '#111111', ...active });
    await open(page, edit);
    const other = await context.newPage();
    await open(other, edit);
    await fillIn(other, { Color: '#222222' });
    await press(other, 'Save');
    await expectToast(other, 'The color has been successfully saved!');

    await fillIn(page, { Color: '#333333' });
    await press(page, 'Save');
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Use the saved version' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await ready(page);
    await expectFilledIn(page, { Color: '#222222' });
  });
});
