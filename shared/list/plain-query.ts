import type { Filter } from './filters';
import { allRows, type ListQuery } from './grammar';

/**
 * The response header by which a host says that its lists understand the filters `.in` and `.empty`. Hosts that filter
 * lists without this header may ignore them.
 */
export const FILTERS_HEADER = 'list-filters';
export const FILTERS_VALUE = 'in, empty';

/** Returns whether a host's response says that its lists understand `.in` and `.empty`. */
export function announcesFilters(header: string | null): boolean {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.includes('in') && names.includes('empty');
}

/** Returns whether every host that filters lists understands the filters of this query. */
export function isPlainQuery({ filters }: ListQuery): boolean {
  return filters.every(isPlainFilter);
}

/** Returns the query for all rows that match the plain filters of this query, and for all of their fields. */
export function toPlainQuery({ filters }: ListQuery): ListQuery {
  return { ...allRows, filters: filters.filter(isPlainFilter) };
}

function isPlainFilter(filter: Filter): boolean {
  return filter.kind !== 'empty' && filter.kind !== 'in' && filter.orEmpty === undefined;
}
