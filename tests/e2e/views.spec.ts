import { demoSignIns } from '../../backend/demo-study/users';
import { unique } from '../support/unique';
import { expectToast, fillIn, open, press, ready } from './support/steps';
import { expect, signedOut, test } from './support/test';

// The researcher has no other views, and the default view changes no list of other tests.
test.use({ storageState: signedOut, expectedErrors: /status of 400/ });

test.beforeEach(async ({ page }) => {
  const { username, password } = demoSignIns.researcher;
  await open(page, '/login');
  await fillIn(page, { Email: username, Password: password });
  await press(page, 'Sign in');
  await expect(page).toHaveTitle('Home');
});

test('a view without a name is not saved', async ({ page }) => {
  await open(page, '/quiz-attempts?size=20');
  await page.getByRole('link', { name: 'Views', exact: true }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a name');
  await expect(page.getByRole('alert')).toBeFocused();
});

test('a user saves the state of a list, opens the list with it, shows it in the menu, renames and deletes it', async ({
  page,
  script,
}) => {
  // The tests with and without script run at the same time, as the same user.
  const [list, filter, chip] = script
    ? ['quiz-attempts', 'c_status.in=Passed', /^Status is Passed/]
    : ['countries', 'c_status=Active', /^Status is Active/];
  const [name, renamed] = [unique('Passed'), unique('Passed lately')];
  const main = page.getByRole('main');
  const getItem = (view: string) => main.getByRole('listitem').filter({ hasText: view });
  const change = async (view: string, button: string | RegExp) => {
    await open(page, `/views/${list}`);
    const item = getItem(view);
    await item.getByText(`Change the view ${view}`).click();
    await item.getByRole('button', { name: button }).click();
  };
  await open(page, `/${list}?${filter}&size=20`);
  await page.getByRole('link', { name: 'Views', exact: true }).click();
  await ready(page);
  await fillIn(page, { Name: name });
  await press(page, 'Save this view');
  await expectToast(page, 'The view was saved.');
  await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await change(name, /^Open the list with this view/);
  await expect(getItem(name).getByText('Opens first')).toBeVisible();
  await open(page, `/${list}`);
  await expect(main.getByRole('link', { name: chip })).toBeVisible();
  await main.getByRole('link', { name: 'All', exact: true }).click();
  await expect(main.getByRole('link', { name: chip })).toHaveCount(0);

  await change(name, /^Show in the menu/);
  await expect(getItem(name).getByText('In the menu')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name })).toHaveCount(1);

  await open(page, `/views/${list}`);
  const item = getItem(name);
  await item.getByText(`Change the view ${name}`).click();
  await item.getByLabel(`New name of ${name}`).fill(renamed);
  await item.getByRole('button', { name: `Rename ${name}` }).click();
  await expect(main.getByRole('link', { name: renamed, exact: true })).toBeVisible();

  await change(renamed, /^Delete/);
  await expect(main.getByRole('link', { name: renamed, exact: true })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: renamed })).toHaveCount(0);
  await open(page, `/${list}`);
  await expect(main.getByRole('link', { name: chip })).toHaveCount(0);
});
