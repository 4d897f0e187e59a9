/**
 * Waits until Remix has decoded the page's data. `render` is RemixBrowser, which throws a promise until then,
 * before it calls any hook. Without this wait, React reports error 345 if the user clicks before hydration has
 * ended and there is no Suspense boundary above the promise (docs/decisions/0103-data-before-hydration.md).
 */
export async function readPageData(render: () => unknown): Promise<void> {
  try {
    render();
  } catch (thrown) {
    // React throws any other error, or a rejection, again when it renders.
    if (thrown instanceof Promise) await thrown.catch(() => undefined);
  }
}
