import { expect, type Page } from '@playwright/test';
import { everyCase } from '../../support/full';
import { expectAccessible } from './axe';
import { ready } from './steps';

/**
 * The widths of the windows in which pages are tested. In `npm run test:full`, these are every 40 px from 320 to 1920
 * px, and the widths at which lists show a further column (app.css) with the width just below each.
 */
export const widths = everyCase
  ? [
      ...Array.from({ length: 41 }, (_, index) => 320 + 40 * index),
      ...[599, 639, 719, 768, 959, 1024, 1099, 1100, 1366, 1599, 1919],
    ].sort((one, other) => one - other)
  : [320, 360, 600, 720, 768, 960, 1280, 1600];

/** Expects that at each width neither the page nor a list on it is wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth - window.innerWidth,
      // A list shows its first columns, their filters and its buttons without scrolling sideways.
      lists: [...document.querySelectorAll('[role=region]')].map(
        (region) => region.scrollWidth - region.clientWidth,
      ),
    }));
    expect(tooWide.page, `the page at ${width} px`).toBeLessThanOrEqual(0);
    for (const list of tooWide.lists) expect(list, `the list at ${width} px`).toBe(0);
  }
}

/** Expects that a page fits the windows of all widths, and that axe finds nothing on it in any colour scheme. */
export async function expectFitsAndAccessible(page: Page): Promise<void> {
  await ready(page);
  await expectAccessible(page);
  await expectFits(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expectAccessible(page);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 1280, height: 900 });
}
