import { unique } from '../support/unique';
import { expectToast, fillIn, findInput, open, press } from './support/steps';
import { expect, test } from './support/test';

/** The functions that browsers have added since 2020, and that the panel or a library could call. */
const later: readonly [object: string, names: readonly string[]][] = [
  ['Array.prototype', ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with']],
  ['String.prototype', ['at', 'isWellFormed', 'toWellFormed']],
  ['Object', ['hasOwn', 'groupBy']],
  ['Promise', ['withResolvers', 'any']],
  ['AbortSignal', ['timeout', 'any']],
  ['HTMLFormElement.prototype', ['requestSubmit']],
  ['HTMLElement.prototype', ['showPopover', 'hidePopover', 'togglePopover']],
  ['Document.prototype', ['startViewTransition']],
  ['window', ['structuredClone', 'scheduler', 'navigation']],
];

test.beforeEach(async ({ page }) => {
  await page.addInitScript((lists) => {
    type Names = Record<string, unknown>;
    for (const [object, names] of lists) {
      const target = object
        .split('.')
        .reduce<Names>((value, name) => value[name] as Names, globalThis as unknown as Names);
      for (const name of names) delete target[name];
    }
  }, later);
});

test('with the functions of 2020 alone, a list is searched and a form is saved', async ({
  page,
}) => {
  await open(page, '/colors');
  await page.getByRole('searchbox').fill('nowhere at all');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('No Data')).toBeVisible();
  await open(page, '/color/add');
  const name = unique('Old');
  await press(page, 'Save');
  await expect(page.getByRole('alert')).toContainText('Name is required');
  await fillIn(page, { Name: name, Color: '#123456', Status: 'Active' });
  await press(page, 'Save');
  await expectToast(page, 'The color has been successfully saved!');
});

test('with the functions of 2020 alone, a user can type into the text editor', async ({ page }) => {
  await open(page, '/resource/add');
  // The editor is fetched when its field is near the screen.
  await findInput(page, 'Content').scrollIntoViewIfNeeded();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await page.getByRole('textbox', { name: /^Content/ }).click();
  await page.keyboard.type('Take it daily');
  await expect(page.getByText('Take it daily').first()).toBeVisible();
});
