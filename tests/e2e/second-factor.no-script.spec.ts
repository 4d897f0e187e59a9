import { Secret, TOTP } from 'otpauth';
import { fillIn, open, press } from './support/steps';
import { expect, signedOut, test } from './support/test';

test.use({ storageState: signedOut });

const researcher = { Email: 'lungile@panel.example', Password: 'demo-researcher' };

test('without script, a user sets up a second factor, signs in with it, and turns it off', async ({
  page,
}) => {
  const signIn = async () => {
    await open(page, '/login');
    await fillIn(page, researcher);
    await press(page, 'Sign in');
  };
  await signIn();
  await open(page, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Second factor' }).click();
  await fillIn(page, { 'Your password': 'wrong' });
  await press(page, 'Set up a second factor');
  await expect(page.getByRole('alert')).toContainText('The password is incorrect');
  await fillIn(page, { 'Your password': researcher.Password });
  await press(page, 'Set up a second factor');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '');
  const makeCode = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + steps * 30_000,
    });
  await fillIn(page, { Code: makeCode() });
  await press(page, 'Turn on');
  const codes = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^(\w{4}-){5}\w{4}$/ });
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allTextContents();

  await page.locator('summary', { hasText: 'User menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn();
  await expect(page).toHaveURL(/\/login\/code/);
  await open(page, '/participants');
  await expect(page).toHaveURL(/\/login\?/);
  await open(page, '/login/code');
  await press(page, 'Continue');
  await expect(page.getByRole('alert')).toBeVisible();
  await fillIn(page, { Code: recovery });
  await press(page, 'Continue');
  await expect(page).toHaveTitle('Home');

  await open(page, '/profile/second-factor/off');
  await fillIn(page, { 'Your password': researcher.Password, Code: makeCode(1) });
  await press(page, 'Turn off');
  await expect(page.getByRole('status')).toBeVisible();
  await open(page, '/profile/second-factor');
  await expect(page.getByLabel('Your password')).toBeVisible();
});
