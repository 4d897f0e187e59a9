import { defaultColumns, type EntityList, fieldKinds } from '../entities/entity';
import { type ListQuery, listSearchParams, parseListQuery } from './grammar';

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
      cols: query.cols ?? defaultColumns(list),
    },
  };
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
