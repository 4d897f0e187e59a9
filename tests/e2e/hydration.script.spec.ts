import { openColumns, ready } from './support/steps';
import { expect, test } from './support/test';

test.use({ viewport: { width: 360, height: 740 } });

// A click before the first rendering has ended makes React render at once. It used to fail with error 345 when that
// rendering suspended (docs/decisions/0130-documented-framework.md).
test('a click at the moment when script takes over a page causes no error', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = document.addEventListener;
    let clicked = false;
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      const isTakenOver = Object.keys(document).some((key) => key.startsWith('__reactContainer'));
      if (isTakenOver && !clicked) {
        clicked = true;
        // Runs before React has rendered anything.
        queueMicrotask(() => {
          document.querySelector<HTMLElement>('input[type=search]')?.click();
          document.documentElement.dataset.clicked = 'early';
        });
      }
      listen.apply(document, args);
    };
  });
  await page.goto('/audit');
  await page.waitForFunction(() => document.documentElement.dataset.clicked === 'early');
  await ready(page);
  await openColumns(page);
  await page.getByRole('checkbox', { name: 'Description', exact: true }).uncheck();
  await expect(page).toHaveURL(/cols=/);
});
