import type { Identifying } from 'shared/entities/field';
import { isIdentifying } from 'shared/entities/is-identifying';
import {
  allRows,
  type Filter,
  filterParams,
  type ListQuery,
  listSearchParams,
} from 'shared/list/grammar';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { Column } from './column';
import type { EntityList } from './entity';

type Narrowing = Pick<ListQuery, 'q' | 'filters'>;

/**
 * Returns which searches of a list can identify people: all searches (true), only searches for e-mail addresses and
 * phone numbers ('account name'), or none (false). If any can, the filter form of the list is posted, so that the typed
 * values do not stand in addresses.
 */
export const getSearchIdentifying = memoizeByObject(({ columns }: EntityList): Identifying => {
  if (columns.some(({ identifying }) => identifying === true)) return true;
  return columns.some(isSearchedForPeople) && 'account name';
});

/** Returns whether users may type a value that identifies a person into the filter of a column. */
function isSearchedForPeople({ identifying, isReadableFilter }: Column): boolean {
  return identifying !== false || isReadableFilter !== undefined;
}

function isHiddenValue(column: Column, value: string): boolean {
  if (isIdentifying(column, value)) return true;
  return value.trim() !== '' && column.isReadableFilter?.(value) === false;
}

function isHiddenSearch(list: EntityList, q: string | undefined): boolean {
  return isIdentifying({ identifying: getSearchIdentifying(list) }, q);
}

/** Returns whether a filter compares a column with a value that can identify a person. */
function isHiddenFilter(list: EntityList, filter: Filter): boolean {
  return filterParams(filter).some(([name, value]) => isHiddenParameter(list, name, value));
}

/** Returns the part of a query that addresses must not contain. */
export function selectHidden(list: EntityList, { q, filters }: Narrowing): Narrowing {
  return {
    q: isHiddenSearch(list, q) ? q : undefined,
    filters: filters.filter((filter) => isHiddenFilter(list, filter)),
  };
}

/** Returns the part of a query that addresses may contain. */
export function selectReadable(list: EntityList, { q, filters }: Narrowing): Narrowing {
  return {
    q: isHiddenSearch(list, q) ? undefined : q,
    filters: filters.filter((filter) => !isHiddenFilter(list, filter)),
  };
}

/** Returns the hidden part of a query as search parameters, for a saved view. Empty if nothing is hidden. */
export function buildHiddenSearch(list: EntityList, query: Narrowing): URLSearchParams {
  return listSearchParams({ ...allRows, ...selectHidden(list, query) });
}

/** Returns whether an address must not contain this parameter, because its value can identify a person. */
export function isHiddenParameter(list: EntityList, name: string, value: string): boolean {
  if (name === 'q') return isHiddenSearch(list, value);
  // A filter for empty or filled fields identifies nobody. Any other value may be a name or number in a wrong
  // parameter.
  if (name.endsWith('.empty') && ['yes', 'no'].includes(value.trim())) return false;
  const field = getFilteredField(name);
  const column = list.columns.find((candidate) => [name, field].includes(candidate.field));
  return Boolean(column && isHiddenValue(column, value));
}

/** Returns whether the query of an address contains a parameter that must not stand in it. */
export function hasHiddenParameters(list: EntityList, params: URLSearchParams): boolean {
  return [...params].some(([name, value]) => isHiddenParameter(list, name, value));
}

/** Returns the field that a parameter filters by: `birthday` for `birthday.from`. */
export function getFilteredField(name: string): string {
  return name.replace(/\.(?:is|in|from|to|min|max|empty)$/, '');
}
