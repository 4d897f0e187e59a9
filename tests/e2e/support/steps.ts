import { expect, type Locator, type Page } from '@playwright/test';
import { defined } from '../../../shared/defined';
import type { Values } from '../../support/form-values';

/** Opens a page and, if it has script, waits until script has taken over the page. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Waits until script has taken over the page, if the page has script. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Light pages have no script.
    if (matchMedia('(scripting: none)').matches || document.scripts.length === 0) return true;
    const root = document.querySelector('main');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactProps'));
  });
}

/** Waits until script has fetched the file that handles the shortcuts. */
export async function awaitShortcuts(page: Page): Promise<void> {
  await ready(page);
  await page.waitForLoadState('networkidle');
}

/** Delays requests to these addresses until the returned function is called. */
export async function holdAnswers(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Opens the column chooser, which is a popup if script runs, and otherwise a page. */
export async function openColumns(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .locator('button, a', { hasText: /^\s*Columns$/ })
    .click();
  await expect(page.getByRole('checkbox').first()).toBeAttached();
}

export async function fillIn(page: Page, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const radio = page
      .getByRole('group', { name: label, exact: true })
      .getByRole('radio', { name: value, exact: true });
    if ((await radio.count()) > 0) await radio.check();
    else await fillInput(findInput(page, label), value);
  }
}

async function fillInput(input: Locator, value: string): Promise<void> {
  const tag = await input.evaluate((element) => element.tagName);
  if (tag === 'SELECT') await input.selectOption({ label: value });
  else await input.fill(value);
}

/** Returns an input of the page's form by its label, to which the page adds “(optional)” for optional inputs. */
export function findInput(page: Page, label: string): Locator {
  return page
    .getByRole('main')
    .getByLabel(new RegExp(`^${label}\\s*(\\(optional\\))?$`))
    .first();
}

/** Expects a form to show these values. */
export async function expectFilledIn(page: Page, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const radio = page
      .getByRole('group', { name: label, exact: true })
      .getByRole('radio', { name: value, exact: true });
    if ((await radio.count()) > 0) {
      await expect(radio).toBeChecked();
      continue;
    }
    const input = findInput(page, label);
    const chosen = await input.evaluate((element) =>
      element instanceof HTMLSelectElement
        ? element.selectedOptions[0]?.text
        : (element as HTMLInputElement).value,
    );
    expect(chosen, label).toBe(value);
  }
}

export async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

/** Adds a record with a POST request, for tests that do not test adding. Returns the address of its edit page. */
export async function add(page: Page, entity: string, form: Values): Promise<string> {
  const response = await page.request.post(`/${entity}/add`, { form, maxRedirects: 0 });
  expect(response.status()).toBe(302);
  const edit = defined(response.headers().location);
  // Requests the page that shows the toast of this save, so that no later page shows it.
  await page.request.get(edit);
  return edit;
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').getByText(text)).toBeVisible();
}
