import { screens } from './support/screens';
import { open } from './support/steps';
import { expect, test } from './support/test';

const widths = [360, 768, 1280];

for (const screen of screens) {
  test(`${screen} fits its screen at ${widths.join(', ')} px`, async ({ page }) => {
    await open(page, screen);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const tooWide = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth - window.innerWidth,
        // A list shows its first columns and its buttons without scrolling sideways.
        lists: [...document.querySelectorAll('[role=region]')].map(
          (region) => region.scrollWidth - region.clientWidth,
        ),
      }));
      expect(tooWide.page, `the page at ${width} px`).toBeLessThanOrEqual(0);
      for (const list of tooWide.lists) expect(list, `the list at ${width} px`).toBe(0);
    }
  });
}

test('the filter row’s button covers no filter, on a list of many columns too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/quiz-attempts?cols=attempt_id,attempt_createdate');
  const button = await page.getByRole('button', { name: 'Apply' }).boundingBox();
  const inputs = await page.getByLabel(/^Filter/).all();
  for (const input of inputs) {
    const box = await input.boundingBox();
    if (!box || !button) throw new Error('a filter or the button is not shown');
    expect(box.x + box.width).toBeLessThanOrEqual(button.x + 1);
  }
});
