import { LRUCache } from 'lru-cache';
import { getApiHost } from '../host/host.server';

/** The maximum number of paths for which it is known whether the host supports queries. */
export const PATHS_KNOWN = 500;
/**
 * The paths for which the host supports queries. The result of one query cannot be used for another. The value says
 * whether the host also supports the filters that are not plain (shared/list/plain-query.ts), and has derived fields.
 */
export const paged = new LRUCache<string, { allFilters: boolean; derivesFields: boolean }>({
  max: PATHS_KNOWN,
});

/** Returns whether the host is known to apply all filters to the list at `path`, so that it can count matching rows. */
export function appliesAllFilters(path: string): boolean {
  return getApiHost().conforms || paged.get(path)?.allFilters === true;
}

/** Returns whether the host is known to have the derived fields of the list at `path`. */
export function derivesFields(path: string): boolean {
  return getApiHost().conforms || paged.get(path)?.derivesFields === true;
}
