import { readFile } from 'node:fs/promises';
import { defined } from '../../shared/defined';
import { png } from '../support/files';
import { unique } from '../support/unique';
import { add, expectToast, fillIn, findInput, ready } from './support/steps';
import { Task, test } from './support/task';
import { administrator, expect, signedOut } from './support/test';

/** Phones of the demo data, which no other test links. Each of the two Playwright projects has its own. */
const PHONES = { navigator: ['+260000000031', '+260000000041'], participant: '+260000000036' };
const PASSWORD = 'a spelling of oranges';

test('find participants by an answer, and export them with a chosen column', async ({
  page,
  task,
  script,
}) => {
  await task.open('/home');
  await task.menu('Participants');
  await task.follow(/^Filters/);
  await page.getByLabel('Find a column').fill('prep interest');
  if (!script) await task.press('Find');
  const interest = page.getByRole('group', { name: 'PrEP Interest', exact: true });
  const choice = interest.getByRole('checkbox', { name: /^Interested/ });
  const offered = await interest.getByText(/^Interested \d/).textContent();
  const count = defined(/\d+/.exec(offered ?? '')?.[0]);
  await task.check(choice);
  await task.press('Apply filters');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(count);
  await task.click(page.getByRole('main').locator('a, button', { hasText: /^\s*Columns$/ }));
  if (script) await page.getByRole('searchbox', { name: 'Find a column' }).fill('PrEP Interest');
  else await task.click(page.locator('summary', { hasText: 'PrEP interest' }));
  await task.check(page.getByRole('checkbox', { name: 'PrEP Interest', exact: true }));
  if (script) await page.keyboard.press('Escape');
  else await task.press('Show these columns');
  await expect(page).toHaveURL(/[?&]cols=[^&]*srh_prep_interest/);
  await expect(page).toHaveURL(/srh_prep_interest\.in=Interested/);
  await task.press(/^Export/);
  // The file is pseudonymised unless the user asks for all values.
  await task.press('Make the file');
  const download = page.waitForEvent('download');
  await task.follow(/^Download /);
  const [titles = '', ...rows] = (await readFile(await (await download).path(), 'utf8'))
    .trim()
    .split('\r\n');
  expect(titles).toContain('PrEP Interest');
  expect(rows).toHaveLength(Number(count));
  for (const row of rows) expect(row).toMatch(/,Interested(,|$)/);
});

test('find a record by its name, and correct it', async ({ page, task }) => {
  const name = unique('Corner');
  await add(page, 'pfacility', { pfacility_name: name, pfacility_services: 'PrEP', f_status: '1' });
  await task.open('/home');
  await task.menu('PN Facilities');
  await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill(name);
  await task.press('Search');
  await task.follow(name);
  await task.type('Services', 'PrEP, HIV test');
  await task.press('Save');
  await expectToast(page, 'successfully saved');
  await expect(findInput(page, 'Services')).toHaveValue('PrEP, HIV test');
});

test('add a resource with a table and an image', async ({ page, task, script }) => {
  const name = unique('Schedule');
  const image = { name: 'pills.png', mimeType: 'image/png', buffer: png };
  await task.open('/home');
  await task.menu('Resources');
  await task.follow('Add');
  await fillIn(page, { Name: name, Description: 'When to come', Type: 'Standard' });
  await fillIn(page, { Status: 'Active' });
  if (script) {
    // The editor replaces the text area when it comes into view.
    await page.getByText(/^Content \(optional\)/).scrollIntoViewIfNeeded();
    await page.locator('.rich-text').click();
    await task.press('Insert table');
    await page.keyboard.type('Monday');
    await task.press('Image');
    const row = page.getByRole('group', { name: 'Image', exact: true });
    await row.getByLabel('Image file').setInputFiles(image);
    await expect(row.getByRole('img', { name: 'Chosen file' })).toBeVisible();
    await row.getByLabel('Text alternative').fill('A box of pills');
    await task.click(row.getByRole('button', { name: 'Insert image' }));
    await expect(row).toHaveCount(0);
  } else {
    const show = page.getByRole('button', { name: 'Show the fields for this type' });
    if ((await show.count()) > 0) await task.click(show);
    await task.type('Content', '<table><tbody><tr><td>Monday</td></tr></tbody></table>');
    await page.getByLabel('Image file').setInputFiles(image);
    await task.type('Text alternative', 'A box of pills');
    await task.press('Insert image');
    await expect(page.getByText('The image is at the end of the text.')).toBeVisible();
  }
  await task.press('Save');
  await expectToast(page, 'The resource has been successfully saved!');
  await task.follow('Record history');
  for (const text of ['Monday', '[Image: A box of pills]'])
    await expect(page.getByRole('main')).toContainText(text);
});

test('add an interactive resource, and change the order of its items', async ({ page, task }) => {
  const name = unique('Questions');
  await task.open('/home');
  await task.menu('Resources');
  await task.follow('Add');
  await fillIn(page, { Name: name, Description: 'Two questions', Type: 'Interactive' });
  const show = page.getByRole('button', { name: 'Show the fields for this type' });
  if ((await show.count()) > 0) await task.click(show);
  for (const [index, word] of ['First', 'Second'].entries()) {
    await task.press('Add item');
    await expect(page.getByLabel(`Question , item ${index + 1}`)).toBeVisible();
    await page.getByLabel(`Question , item ${index + 1}`).fill(`${word}?`);
    await page.getByLabel(`Answer , item ${index + 1}`).fill(`${word}.`);
  }
  await task.press('Move item 2 up');
  await expect(page.getByLabel('Question , item 1')).toHaveValue('Second?');
  await fillIn(page, { Status: 'Active' });
  await task.press('Save');
  await expectToast(page, 'The resource has been successfully saved!');
  await page.reload();
  await expect(page.getByLabel('Question , item 1')).toHaveValue('Second?');
  await expect(page.getByLabel('Answer , item 2')).toHaveValue('First.');
});

test('link a participant to the phone of a navigator', async ({ page, task, script }) => {
  const navigator = defined(PHONES.navigator[Number(script)]);
  await task.open('/home');
  await task.menu('Phones');
  await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill(navigator);
  await task.press('Search');
  // The list before the search has such a link too, and following it would end the search.
  await page.waitForURL(/\/phones\?/);
  await task.click(page.locator('a[href^="/phone/participants/"]').first());
  await page.getByLabel('Participant', { exact: true }).selectOption(PHONES.participant);
  await task.press('Link');
  await expectToast(page, 'The participant link has been successfully saved!');
});

test('see who changed which value of a record', async ({ page, task }) => {
  const name = unique('Teal');
  const form = { color_name: name, color_code: '#111111', c_status: '1' };
  const edit = await add(page, 'color', form);
  await page.request.post(edit, { form: { ...form, color_code: '#222222' }, maxRedirects: 0 });
  await task.open('/home');
  await task.menu('Colors');
  await page.getByRole('searchbox', { name: 'Search the shown columns' }).fill(name);
  await task.press('Search');
  await task.follow(name);
  await task.follow('Record history');
  const change = page.getByRole('row', { name: /Change/ }).first();
  for (const text of ['#111111', '#222222', administrator.email])
    await expect(page.getByRole('main')).toContainText(text);
  await expect(change).toBeVisible();
});

test('read the conversation of a phone', async ({ page, task }) => {
  await task.open('/home');
  await task.menu('Conversations');
  await task.click(page.locator('tbody').getByRole('link').first());
  await task.click(page.locator('tbody a[href*="/phone/chat/"]').first());
  await task.follow('Read as transcript');
  await expect(page.locator('.bubble').last()).toBeInViewport();
});

test('import a file after correcting its bad line', async ({ page, task }) => {
  const name = unique('Moss');
  const upload = async (code: string) => {
    const buffer = Buffer.from(`Name,Code,Status\n${name},${code},Active\n`);
    await page.getByLabel('List').selectOption({ label: 'Colors' });
    await page.getByLabel('File').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
    await task.press('Check file');
  };
  await task.open('/home');
  await task.menu('Import Data');
  await upload('');
  await expect(page.getByRole('row', { name: '2 Code: Color is required' })).toBeVisible();
  await task.menu('Import Data');
  await upload('#1B7F5C');
  await task.press('Import 1 row');
  await expect(page.getByText('Imported 1 color.')).toBeVisible();
});

test('approve an account that waits, whose owner signs in and changes the password', async ({
  page,
  task,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const email = `${unique('wanjiku').replace(' ', '.')}@research.example`;
  const context = await browser.newContext({ baseURL, javaScriptEnabled, storageState: signedOut });
  const owner = await context.newPage();
  const own = new Task(owner);
  await own.open('/create-account');
  await own.type('Email', email);
  await own.type('Password', PASSWORD);
  await own.type('Confirm password', PASSWORD);
  await own.press('Create account');

  await task.open('/home');
  await task.follow(/^Accounts waiting for approval/);
  await task.follow(email);
  await expect(page.getByRole('main')).toContainText('Your account');
  await task.type('First name', 'Wanjiku');
  await task.type('Last name', 'Otieno');
  await task.press('Approve');
  await expectToast(page, `The account of ${email} has been approved.`);

  await own.open('/login');
  await own.type('Email', email);
  await own.type('Password', PASSWORD);
  await own.press('Sign in');
  await expect(owner).toHaveTitle('Home');
  await own.open('/profile');
  await own.follow('Change your password');
  await own.type('Current password', PASSWORD);
  await own.type('New password', 'a basket of green mangoes');
  await own.type('Confirm password', 'a basket of green mangoes');
  await own.press('Change password');
  await expectToast(owner, 'password');
  console.log(`sign up, sign in and change the password: ${own.effort}`);
  await context.close();
});

test.describe('signed out', () => {
  test.use({ storageState: signedOut });

  test('open a bookmark, sign in, and see the page of the bookmark', async ({ page, task }) => {
    await task.open('/follow-ups?size=20&sort=-next_checkin_date');
    await task.type('Email', administrator.email);
    await task.type('Password', administrator.password);
    await task.press('Sign in');
    await expect(page).toHaveTitle(/^Followups/);
    expect(new URL(page.url()).search).toBe('?size=20&sort=-next_checkin_date');
  });
});

test('save a record of a filtered list, and go back to the list', async ({ page, task }) => {
  const name = unique('Amber');
  await add(page, 'color', { color_name: name, color_code: '#111111', c_status: '1' });
  await task.open(`/colors?q=${name}`);
  await task.follow(name);
  await expect(page).toHaveTitle('Edit color');
  await fillIn(page, { Status: 'Disabled' });
  await task.press('Save');
  await expectToast(page, 'The color has been successfully saved!');
  await task.follow(/^Back to /);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(page.getByRole('row', { name })).toContainText('Disabled');
});

test('delete a record, and undo it', async ({ page, task, script }) => {
  const name = unique('Ochre');
  await add(page, 'color', { color_name: name, color_code: '#111111', c_status: '1' });
  await task.open(`/colors?q=${name}`);
  await task.follow(`Delete ${name}`);
  await task.confirm('Delete', script);
  await task.click(page.getByRole('status').getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('link', { name: `Delete ${name}` })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('choose a column of a list, and read its values', async ({ page, task, script }) => {
    await task.open('/facilities');
    await task.click(page.getByRole('main').locator('a, button', { hasText: /^\s*Columns$/ }));
    await task.check(page.getByRole('checkbox', { name: 'Website', exact: true }));
    if (script) await page.keyboard.press('Escape');
    else await task.press('Show these columns');
    const site = page.getByRole('cell', { name: /clinic\d+\.health\.example/ }).first();
    await expect(site).toBeVisible();
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(excess).toBeLessThanOrEqual(0);
  });
});

test('with the keyboard alone, find a color, change it and go back', async ({ page, task }) => {
  const name = unique('Slate');
  await add(page, 'color', { color_name: name, color_code: '#111111', c_status: '1' });
  await task.open('/colors');
  let keys = 0;
  /** Presses Tab until the element has the focus, as a user does who sees the focus. */
  const reach = async (role: 'link' | 'searchbox' | 'textbox' | 'button', title: string) => {
    const target = page.getByRole('main').getByRole(role, { name: title, exact: true }).first();
    for (let pressed = 0; pressed < 150; pressed++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
      keys += 1;
    }
    throw new Error(`${title} cannot be reached`);
  };
  const enter = async () => {
    await page.keyboard.press('Enter');
    keys += 1;
    await ready(page);
  };
  await reach('searchbox', 'Search the shown columns');
  await page.keyboard.type(name);
  await enter();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await reach('link', name);
  await enter();
  await expect(page).toHaveTitle('Edit color');
  await reach('button', 'Save');
  await enter();
  await expectToast(page, 'The color has been successfully saved!');
  await reach('link', 'Back to Colors');
  await enter();
  await expect(page).toHaveTitle(/^Colors/);
  console.log(`${keys} keys were pressed, besides those of the typed text`);
});
