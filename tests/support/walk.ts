import { everyCase } from './full';
import { maskValues, type Trace } from './trace';

/** Matches addresses that end the session or lead to no page. */
const SKIPPED = /\/(logout|assets|files|export|view)\b/;

/** The maximum number of pages that one visitor opens, unless more start pages are given. */
const MAX_PAGES = everyCase ? 2_000 : 90;

/**
 * Opens all given pages, and then the pages to which they link, up to `max`. Returns the titles of the opened
 * pages, by address. A page that redirects has the title of the page to which it leads.
 */
export async function walk(
  trace: Trace,
  paths: readonly string[],
  max = MAX_PAGES,
): Promise<Map<string, string>> {
  const { visitor } = trace;
  const queue = paths.map((path) => ({ next: new URL(path, visitor.base).href, referer: '' }));
  const seen = new Set(queue.map(({ next }) => maskValues(next)));
  const opened = new Map<string, string>();
  for (const { next, referer } of queue) {
    if (opened.size >= Math.max(max, paths.length)) break;
    const addresses = await trace.open(next, referer);
    if (addresses.length === 0) continue;
    opened.set(next, visitor.title);
    for (const address of addresses) {
      const shape = maskValues(address);
      const isOther = !address.startsWith(visitor.base) || SKIPPED.test(shape);
      if (isOther || seen.has(shape)) continue;
      seen.add(shape);
      queue.push({ next: address, referer: visitor.url });
    }
  }
  return opened;
}
