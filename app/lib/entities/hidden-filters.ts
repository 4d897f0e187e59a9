import {
  allRows,
  type Filter,
  filterParams,
  type ListQuery,
  listSearchParams,
} from 'shared/list/grammar';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { EntityList } from './entity';
import { isIdentifying } from './identifying';

type Narrowing = Pick<ListQuery, 'q' | 'filters'>;

/**
 * Returns whether a list has columns that identify people. Its search and its filter form are then posted, so that what
 * users type does not stand in addresses.
 */
export const hidesSearch = memoizeByObject(({ columns }: EntityList): boolean =>
  columns.some(({ identifying }) => identifying === true),
);

/** Returns whether a filter compares a column with a value that can identify a person. */
export function isHiddenFilter({ columns }: EntityList, filter: Filter): boolean {
  const column = columns.find(({ field }) => field === filter.field);
  return Boolean(column && filterParams(filter).some(([, value]) => isIdentifying(column, value)));
}

/** Returns the part of a query that addresses must not contain. */
export function selectHidden(list: EntityList, { q, filters }: Narrowing): Narrowing {
  return {
    q: hidesSearch(list) ? q : undefined,
    filters: filters.filter((filter) => isHiddenFilter(list, filter)),
  };
}

/** Returns the part of a query that addresses may contain. */
export function selectReadable(list: EntityList, { q, filters }: Narrowing): Narrowing {
  return {
    q: hidesSearch(list) ? undefined : q,
    filters: filters.filter((filter) => !isHiddenFilter(list, filter)),
  };
}

/** Returns the hidden part of a query as the query of an address, for a view. Empty if nothing is hidden. */
export function hiddenSearch(list: EntityList, query: Narrowing): URLSearchParams {
  return listSearchParams({ ...allRows, ...selectHidden(list, query) });
}

/** Returns whether an address must not contain this parameter, because its value can identify a person. */
export function isHiddenParameter(list: EntityList, name: string, value: string): boolean {
  if (name === 'q') return value !== '' && hidesSearch(list);
  const field = name.replace(/\.(?:is|from|to|min|max)$/, '');
  const column = list.columns.find((candidate) => [name, field].includes(candidate.field));
  return Boolean(column && isIdentifying(column, value));
}
