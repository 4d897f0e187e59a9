import type { Page } from '@playwright/test';
import { open, ready } from './support/steps';
import { expect, test } from './support/test';

test('sections have headings, and short fields are side by side from 640 px on', async ({
  page,
}) => {
  const places = async () => ({
    latitude: await page.getByLabel(/^Latitude/).boundingBox(),
    longitude: await page.getByLabel(/^Longitude/).boundingBox(),
  });
  await open(page, '/facility/edit/3');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Name and address',
    'Contact',
    'Services',
    'Location',
    'Content and status',
  ]);
  const wide = await places();
  expect(wide.latitude?.y).toBe(wide.longitude?.y);
  await page.setViewportSize({ width: 360, height: 640 });
  const narrow = await places();
  expect(narrow.latitude?.x).toBe(narrow.longitude?.x);
});

test('the editor grows with its text up to 725 px', async ({ page, script }) => {
  await open(page, '/resource/add');
  const frame = page.locator('.rich-text-frame').last();
  await frame.scrollIntoViewIfNeeded();
  if (script) await expect(page.locator('.rich-text')).toBeVisible();
  const measure = async () => (await frame.boundingBox())?.height ?? 0;
  const empty = await measure();
  expect(empty).toBeLessThan(400);
  await page.getByLabel(/^Content/).fill('A line\n'.repeat(80));
  const full = await measure();
  expect(full).toBeGreaterThan(empty);
  expect(full).toBeLessThanOrEqual(725);
});

/** Returns how far the buttons of the form reach over the element with the focus, in pixels. */
function measureOverlap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll('main form button')];
    const bar = buttons.find(({ textContent }) => textContent?.trim() === 'Save')?.parentElement;
    const focused = document.activeElement;
    if (!bar || !focused?.closest('main form')) throw new Error('no field has the focus');
    const frame = focused.matches('.rich-text') ? focused.closest('.rich-text-frame') : focused;
    // The buttons themselves may have the focus.
    if (!frame || bar.contains(frame)) return 0;
    return Math.round(
      Math.min(frame.getBoundingClientRect().bottom, innerHeight) - bar.getBoundingClientRect().top,
    );
  });
}

for (const [width, height] of [
  [1280, 600],
  [360, 640],
] as const) {
  test(`Save stays in a window of ${width} × ${height} px and covers no focus`, async ({
    page,
    script,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/facility/add');
    const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    await page.getByLabel(/^Name/).focus();
    for (let stops = 0; stops < 60; stops += 1) {
      if (await save.evaluate((button) => button === document.activeElement)) break;
      const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      expect(await measureOverlap(page), focused).toBeLessThanOrEqual(0);
      // Without script, the buttons make room for a text area.
      if (script || !focused?.startsWith('<textarea'))
        await expect(save).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Tab');
    }
    await expect(save).toBeFocused();
  });
}

test('the links of the error summary lead to fields that Save does not cover', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/facility/add');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await ready(page);
  for (const problem of ['Address is required', 'Longitude is required', 'Status is required']) {
    await page.getByRole('alert').getByRole('link', { name: problem }).click();
    await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
    expect(await measureOverlap(page), problem).toBeLessThanOrEqual(0);
  }
});

test('a long text in a field does not reach behind Save', async ({ page, script }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, '/resource/add');
  await page.getByLabel(/^Content/).scrollIntoViewIfNeeded();
  if (script) await expect(page.locator('.rich-text')).toBeVisible();
  await page.getByLabel(/^Content/).fill('A line\n'.repeat(80));
  await page.getByLabel(/^Name/).focus();
  await page.getByLabel(/^Content/).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('The end');
  expect(await measureOverlap(page)).toBeLessThanOrEqual(0);
});

test('in a low window, the buttons are at the end of the form only', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 400 });
  await open(page, '/facility/add');
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  await expect(save).not.toBeInViewport();
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeInViewport({ ratio: 1 });
});
