/**
 * Has Remix decode the page's data, and waits for it. Rendering RemixBrowser throws a promise until the data is
 * decoded, before it calls any hook. React must not take over the page before that: it has no boundary to wait at,
 * and answers a click that comes before its first rendering has ended with error 345.
 */
export async function readPageData(render: () => unknown): Promise<void> {
  try {
    render();
  } catch (thrown) {
    // Whatever else is thrown is thrown again when React renders it.
    if (thrown instanceof Promise) await thrown;
  }
}
