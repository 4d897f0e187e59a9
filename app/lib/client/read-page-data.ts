/**
 * Waits until Remix has decoded the page's data. `render` is RemixBrowser. Until the data is decoded, it throws a
 * promise before it calls any hook. Without this wait, React would report error 345 if the user clicked before the end
 * of hydration, because no Suspense boundary is above the promise (docs/decisions/0103-data-before-hydration.md).
 */
export async function readPageData(render: () => unknown): Promise<void> {
  try {
    render();
  } catch (thrown) {
    // Any other error, or a rejection, is ignored here: it is thrown again when React renders.
    if (thrown instanceof Promise) await thrown.catch(() => undefined);
  }
}
