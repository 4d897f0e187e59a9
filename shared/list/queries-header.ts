/**
 * The response header with which a host announces that its lists answer queries: it applies the filters, the order and
 * the page of a query (docs/lists.md), and its lists have the derived fields. Hosts without it send whole lists.
 */
export const QUERIES_HEADER = 'list-filters';
/** The names that the header must have. Others may be added. */
const NAMES = ['in', 'empty', 'derived', 'offset'];
export const QUERIES_VALUE = NAMES.join(', ');

/** Returns whether the value of QUERIES_HEADER in a response announces that lists answer queries. */
export function announcesQueries(header: string | null): boolean {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return NAMES.every((name) => names.includes(name));
}
