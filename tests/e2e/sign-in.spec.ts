import { fillIn, findInput, open, press, ready } from './support/steps';
import { administrator, expect, signedOut, test } from './support/test';

test.use({ storageState: signedOut });

test('a page that was requested before signing in opens afterwards', async ({ page }) => {
  await open(page, '/participants?page=2&size=20');
  await expect(page).toHaveTitle(/^Sign in/);
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
  await expect(page).toHaveTitle(/^Participants, page 2 of/);
  expect(new URL(page.url()).search).toBe('?page=2&size=20');
});

for (const { called, values, message } of [
  { called: 'an empty form', values: {}, message: 'Email is required' },
  {
    called: 'an invalid email address',
    values: { Email: 'mwansa', Password: 'x' },
    message: 'Email is invalid',
  },
  {
    called: 'a missing password',
    values: { Email: administrator.email },
    message: 'Password is required',
  },
]) {
  test(`${called} is refused with "${message}"`, async ({ page }) => {
    await open(page, '/login');
    await fillIn(page, values);
    await press(page, 'Sign in');
    const summary = page.getByRole('alert');
    await expect(summary.getByRole('link', { name: message })).toBeVisible();
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Error: Sign in/);
    if ('Email' in values) await expect(findInput(page, 'Email')).toHaveValue(values.Email ?? '');
  });
}

test('a wrong password is refused and does not stay in the page', async ({ page }) => {
  await open(page, '/login');
  await fillIn(page, { Email: administrator.email, Password: 'not the password' });
  await press(page, 'Sign in');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(findInput(page, 'Email')).toHaveValue(administrator.email);
  await expect(findInput(page, 'Password')).toHaveValue('');
  await ready(page);
  await fillIn(page, { Password: administrator.password });
  await press(page, 'Sign in');
  await expect(page).toHaveTitle('Home');
});

test('signing out ends the session on the server, even if the browser keeps its cookies', async ({
  page,
  context,
}) => {
  await open(page, '/login');
  await fillIn(page, { Email: administrator.email, Password: administrator.password });
  await press(page, 'Sign in');
  await expect(page).toHaveTitle('Home');
  const kept = await context.cookies();
  await ready(page);
  await page.locator('summary', { hasText: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveTitle(/^Sign in/);
  await context.addCookies(kept);
  await open(page, '/users');
  await expect(page).toHaveTitle(/^Sign in/);
});
