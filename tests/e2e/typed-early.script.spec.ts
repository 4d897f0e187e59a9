import type { Page } from '@playwright/test';
import { changePageLikeExtensions } from './support/change-page-like-extensions';
import { holdAnswers, ready } from './support/steps';
import { expect, signedOut, test } from './support/test';

/** Opens a page whose script arrives only when the returned function is called. */
async function openBeforeScript(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdAnswers(page, /\/assets\/.*\.js$/);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return async () => {
    release();
    await ready(page);
    await page.waitForLoadState('networkidle');
    await page.unroute(/\/assets\/.*\.js$/);
  };
}

/** Enters something into each field of a page. Returns what the fields contain, by their names. */
function enterEverywhere(page: Page): Promise<Record<string, unknown>> {
  return page
    .evaluate(() => {
      const values: Partial<Record<string, string>> = {
        number: '7',
        date: '2024-05-06',
        color: '#123456',
      };
      for (const field of document.querySelectorAll('textarea, select, input'))
        if (field instanceof HTMLSelectElement) field.selectedIndex = field.options.length - 1;
        else if (field instanceof HTMLTextAreaElement) field.value = '<p>typed</p>';
        else if (field instanceof HTMLInputElement) {
          if (/^(checkbox|radio)$/.test(field.type)) field.checked = !field.checked;
          else if (!/^(hidden|file)$/.test(field.type)) field.value = values[field.type] ?? 'typed';
        }
    })
    .then(() => readFields(page));
}

function readFields(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => {
    const read: Record<string, unknown> = {};
    for (const field of document.querySelectorAll<HTMLInputElement>(
      'input[name]:not([type=hidden], [type=file]), textarea[name], select[name]',
    )) {
      const isBox = /^(checkbox|radio)$/.test(field.type);
      const name = `${field.form?.id} ${field.name} ${isBox ? field.value : ''}`;
      read[name] = isBox ? field.checked : field.value;
    }
    return read;
  });
}

const pages = [
  '/participants',
  '/filters/participants',
  '/country/edit/3',
  '/facility/edit/3',
  '/quiz/edit/1',
  '/sms-phones',
  '/columns/countries',
  '/discussion/chat/demo-001/transcript',
];

for (const extensions of [false, true]) {
  const and = extensions ? 'and extensions change the page' : 'and nothing else happens';

  test.describe(`what is entered before script arrives, ${and}, is there afterwards`, () => {
    test.beforeEach(async ({ page }) => {
      if (extensions) await page.addInitScript(changePageLikeExtensions);
    });
    // React reports that it builds the page anew, and the browser that it refuses the styles of extensions.
    if (extensions)
      test.use({ expectedErrors: /Minified React error #(418|423|425)|Applying inline style/ });

    test('on the pages of signed-in users', async ({ page }) => {
      // The browser asks before it leaves a form with unsaved changes.
      page.on('dialog', (dialog) => dialog.accept());
      for (const path of pages) {
        const run = await openBeforeScript(page, path);
        const entered = await enterEverywhere(page);
        expect(Object.keys(entered).length, path).toBeGreaterThan(2);
        await run();
        expect(await readFields(page), path).toEqual(entered);
      }
    });

    test.describe('signed out', () => {
      test.use({ storageState: signedOut });
      test('on the page for signing in, with the focus', async ({ page }) => {
        const run = await openBeforeScript(page, '/login');
        await page.getByLabel('Email').fill('somebody@panel.example');
        await page.getByLabel('Password').fill('a passw');
        const entered = await readFields(page);
        await run();
        expect(await readFields(page)).toEqual(entered);
        await page.keyboard.type('ord');
        await expect(page.getByLabel('Password')).toHaveValue('a password');
      });
    });
  });
}
