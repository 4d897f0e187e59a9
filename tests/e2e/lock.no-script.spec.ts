import { fillIn, findInput, open, press } from './support/steps';
import { administrator, expect, signedOut, test } from './support/test';

test.use({ storageState: signedOut });

test('without script, the button in the header locks the session and keeps what is typed', async ({
  page,
}) => {
  await open(page, '/login');
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
  await open(page, '/country/edit/4');
  await fillIn(page, { 'Phone code': '774' });
  await page.getByRole('banner').getByRole('button', { name: 'Lock' }).click();
  await expect(page).toHaveTitle(/^Unlock/);
  await fillIn(page, { Password: 'wrong' });
  await press(page, 'Unlock');
  await expect(page.getByRole('alert')).toBeVisible();
  await fillIn(page, { Password: administrator.password });
  await press(page, 'Unlock');
  await expect(findInput(page, 'Phone code')).toHaveValue('774');
});

test('without script, the Enter key in a form saves it and does not lock', async ({ page }) => {
  await open(page, '/login');
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
  // Not the country of the test before, whose draft the save would delete.
  await open(page, '/country/edit/5');
  await findInput(page, 'Phone code').press('Enter');
  await expect(page.getByRole('status').getByText('has been successfully saved')).toBeVisible();
});

test('printed pages name the user and the time, which the screen does not show', async ({
  page,
}) => {
  await open(page, '/login');
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
  await open(page, '/participants?size=50');
  const note = page.getByText(/^Printed by Mwansa/);
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(note).toBeVisible();
  await expect(note).toHaveText(/, page of .*\d\d:\d\d/);
});
