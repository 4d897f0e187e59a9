import { defaultColumns, type EntityList, fieldKinds } from '../entities/entity';
import { FRAMEWORK, type ListQuery, listSearchParams, parseListQuery } from './grammar';

/** A list's address read: the query in force and what of the address was not understood. */
export interface ListState {
  list: EntityList;
  query: ListQuery & { size: number; cols: readonly string[] };
  dropped: string[];
}

export function readListState(list: EntityList, params: URLSearchParams): ListState {
  const { query, dropped } = parseListQuery(params, fieldKinds(list));
  return {
    list,
    dropped,
    query: {
      ...query,
      size: query.size ?? list.pageSize,
      sort: query.sort ?? list.sort,
      cols: chosenColumns(list, params, query.cols) ?? defaultColumns(list),
    },
  };
}

/** Check boxes (`cols=a&cols=b`) say which columns, in whatever order they stood; a list says the order too. */
function chosenColumns(list: EntityList, params: URLSearchParams, cols?: readonly string[]) {
  if (!cols || params.getAll('cols').length < 2) return cols;
  return list.columns.flatMap(({ field }) => (cols.includes(field) ? [field] : []));
}

/**
 * Where the same list has its own address, when this one is another: a form without script sends its
 * empty inputs too. An address that was not understood whole stays, so that the list can say so.
 */
export function tidyHref(state: ListState, params: URLSearchParams): string | undefined {
  if (state.dropped.length > 0) return undefined;
  const given = [...params].filter(([name]) => !FRAMEWORK.has(name));
  const { page } = state.query;
  const tidy = [...new URLSearchParams(listSearch(state, { page }))];
  const inWords = (entries: [string, string][]) => JSON.stringify(entries.map(String).sort());
  return inWords(given) === inWords(tidy) ? undefined : listHref(state, { page });
}

/**
 * The one builder of links to a list: the state with a change. Any change but the page's leads to
 * the first page; what equals the list's defaults is left out of the address.
 */
export function listHref(state: ListState, change: Partial<ListQuery>): string {
  const search = listSearch(state, change);
  return search ? `${state.list.path}?${search}` : state.list.path;
}

/** The address's part after `?`. */
export function listSearch(state: ListState, change: Partial<ListQuery> = {}): string {
  const { list } = state;
  const query: ListQuery = { ...state.query, page: 1, ...change };
  const isDefault = <T>(value: T, preset: T) => JSON.stringify(value) === JSON.stringify(preset);
  const params = listSearchParams({
    ...query,
    size: query.size === list.pageSize ? undefined : query.size,
    sort: isDefault(query.sort, list.sort) ? undefined : query.sort,
    cols: isDefault(query.cols, defaultColumns(list)) ? undefined : query.cols,
  });
  // A comma needs no escape in a query, and column lists stay readable.
  return params.toString().replaceAll('%2C', ',');
}
