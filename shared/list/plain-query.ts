import type { Filter } from './filters';
import { allRows, type ListQuery } from './grammar';

/**
 * The response header with which a host announces that its lists understand the filters `.in` and `.empty`, and that
 * they have the derived fields. Hosts that filter lists but do not send this header may ignore these filters and
 * fields.
 */
export const FILTERS_HEADER = 'list-filters';
export const FILTERS_VALUE = 'in, empty, derived';

/** Returns whether the value of FILTERS_HEADER in a response announces `.in` and `.empty`. */
export function announcesFilters(header: string | null): boolean {
  const names = readNames(header);
  return names.includes('in') && names.includes('empty');
}

/** Returns whether the value of FILTERS_HEADER in a response announces the derived fields. */
export function announcesDerived(header: string | null): boolean {
  return readNames(header).includes('derived');
}

function readNames(header: string | null): string[] {
  return (header ?? '').split(',').map((name) => name.trim().toLowerCase());
}

/** Returns whether every host that filters lists understands the filters of this query. */
export function isPlainQuery({ filters }: ListQuery): boolean {
  return filters.every(isPlainFilter);
}

/** Returns the query for all fields of all rows that match the plain filters of this query. */
export function toPlainQuery({ filters }: ListQuery): ListQuery {
  return { ...allRows, filters: filters.filter(isPlainFilter) };
}

function isPlainFilter(filter: Filter): boolean {
  return filter.kind !== 'empty' && filter.kind !== 'in' && filter.orEmpty === undefined;
}
