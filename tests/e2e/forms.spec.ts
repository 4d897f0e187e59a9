import { defined } from '../../shared/defined';
import { formValues, makeRecord } from '../support/form-values';
import { sweep } from '../support/full';
import { take } from '../support/take';
import {
  expectFilledIn,
  expectToast,
  fillIn,
  findInput,
  open,
  press,
  ready,
} from './support/steps';
import { expect, test } from './support/test';

/**
 * Entities whose forms have radio buttons and an editor, a message of their own after adding, and a list of the host.
 */
const DAILY = ['facility', 'notification', 'sms-phone'];

for (const form of sweep(Object.values(formValues), ({ entity }) => DAILY.includes(entity))) {
  const { name, plural, list, label, change, required, added } = form;
  test(`a ${name} is refused empty, then added, edited and deleted`, async ({ page, script }) => {
    const record = makeRecord(form, script);
    const called = defined(record[label]);

    // Starts from the list, with a search that will find only the new record.
    const narrowed = `${list}?${new URLSearchParams({ size: '20', q: called })}`;
    await open(page, narrowed);
    await expect(page.getByText('No Data')).toBeVisible();
    // In lists with people's data, the address has the id of a saved view in place of the search.
    const { search } = new URL(page.url());
    expect(search).toMatch(/^\?size=20&(q=.+|view=[\w-]{22})$/);
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expect(page).toHaveTitle(`Add ${name}`);
    await ready(page);

    await press(page, 'Save');
    await expect(page).toHaveTitle(`Error: Add ${name}`);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('heading')).toHaveText('There is a problem');
    await expect(summary.getByRole('link')).toHaveText([...required]);

    // The typed values stay in the form, and the link back still leads to the same list.
    const [[firstLabel, firstValue]] = take(Object.entries(record), 1);
    const rest = Object.entries(record).slice(1);
    await fillIn(page, { [firstLabel]: firstValue });
    await press(page, 'Save');
    await expect(summary.getByRole('link')).toHaveText(required.slice(1));
    await expect(summary).toBeFocused();
    await expectFilledIn(page, { [firstLabel]: firstValue });

    await fillIn(page, Object.fromEntries(rest));
    await press(page, 'Save');
    await expect(page).toHaveTitle(`Edit ${name}`);
    await expectToast(page, added ?? `The ${name} has been successfully saved!`);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await ready(page);
    await expectFilledIn(page, record);

    await fillIn(page, change);
    await press(page, 'Save');
    await expectToast(page, `The ${name} has been successfully saved!`);
    await ready(page);
    await expectFilledIn(page, { ...record, ...change });

    // Back to the same list, where the record is now.
    await page.getByRole('link', { name: `Back to ${plural}` }).click();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    const address = new URL(page.url());
    expect(address.pathname).toBe(list);
    expect(address.search).toBe(search);
    await ready(page);

    const row = page.getByRole('row', { name: called });
    await row.getByRole('link', { name: `Delete ${called}` }).click();
    if (script) {
      const dialog = page.getByRole('dialog', { name: `Delete ${called}?` });
      await dialog.getByRole('button', { name: 'Delete' }).click();
    } else {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Delete ${called}?`);
      await press(page, 'Delete');
    }
    await expectToast(page, `The ${name} has been successfully deleted!`);
    await expect(page.getByText('No Data')).toBeVisible();
    expect(new URL(page.url()).search).toBe(search);
  });
}

test('a link of the error summary leads to its field', async ({ page }) => {
  await open(page, '/sms-phone/add');
  await press(page, 'Save');
  const summary = page.getByRole('alert');
  await summary.getByRole('link', { name: 'Phone number is required' }).click();
  await page.keyboard.type('+260000');
  await expect(findInput(page, 'Number')).toHaveValue('+260000');
  // The reply of the server, which says what is wrong, is still shown.
  await expect(page).toHaveTitle('Error: Add SMS phone');
  await expect(summary).toBeVisible();
  await expect(findInput(page, 'Number')).toHaveAttribute('aria-invalid', 'true');
});

test('an invalid email address is refused with the message of the specification', async ({
  page,
}) => {
  await open(page, '/user/add');
  await fillIn(page, { Email: 'not an address' });
  await press(page, 'Save');
  await expect(
    page.getByRole('alert').getByRole('link', { name: 'Please enter a valid email address' }),
  ).toBeVisible();
});

test('a username cannot be changed afterwards', async ({ page }) => {
  await open(page, '/user/edit/1');
  await expect(findInput(page, 'Username')).not.toBeEditable();
});

test.describe('a record that does not exist', () => {
  // Its page has status 404.
  test.use({ expectedErrors: /status of 404/ });

  test('has a disabled form without a Save button', async ({ page }) => {
    await open(page, '/country/edit/99999');
    await expect(page.getByRole('alert')).toContainText(
      "The specified country '99999' could not be found",
    );
    await expect(findInput(page, 'Phone code')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });
});

test('a category that phones use is not deleted, and a message says why', async ({
  page,
  script,
}) => {
  await open(page, '/sms-categories?q=Adherence');
  const opener = page.getByRole('link', { name: 'Delete Adherence' });
  await opener.click();
  if (script) await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  else await press(page, 'Delete');
  await expect(page.getByRole('status').getByText(/Adherence|used|phones/i)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  if (script) await expect(opener).toBeFocused();
});

test('a deletion can be cancelled', async ({ page, script }) => {
  await open(page, '/countries?q=Zambia');
  const opener = page.getByRole('link', { name: 'Delete Zambia' });
  await opener.click();
  await page
    .getByRole(script ? 'dialog' : 'main')
    .getByText('Cancel', { exact: true })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('q')).toBe('Zambia');
});
