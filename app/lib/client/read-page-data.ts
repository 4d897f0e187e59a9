/**
 * Waits until Remix has decoded the page's data. `render` is RemixBrowser, which throws a promise until then, before it
 * calls any hook. React reports error 345 when the user clicks before hydration has ended and no boundary stands
 * above the promise (docs/decisions/0103-data-before-hydration.md).
 */
export async function readPageData(render: () => unknown): Promise<void> {
  try {
    render();
  } catch (thrown) {
    // Any other error, and a rejection, is thrown again when React renders.
    if (thrown instanceof Promise) await thrown.catch(() => undefined);
  }
}
