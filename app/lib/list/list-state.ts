import {
  FRAMEWORK,
  type ListQuery,
  listSearchParams,
  parseListQuery,
  type Sort,
} from 'shared/list/grammar';
import { defaultColumns, type EntityList, fieldKinds } from '../entities/entity';
import { ALL_OPEN } from './list-view';

/** A list's address read: the query in force and what of the address was not understood. */
export interface ListState {
  list: EntityList;
  query: ListQuery & { size: number; cols: readonly string[] };
  /** The key of the row whose hidden columns are shown below it, or ALL_OPEN. */
  open: string | undefined;
  dropped: string[];
}

export function readListState(list: EntityList, params: URLSearchParams): ListState {
  const { query, dropped } = parseListQuery(params, fieldKinds(list));
  return {
    list,
    dropped,
    open: params.get('open') || undefined,
    query: {
      ...query,
      size: query.size ?? list.pageSize,
      sort: query.sort ?? list.sort,
      cols: getChosenColumns(list, params, query.cols) ?? defaultColumns(list),
    },
  };
}

/** Check boxes (`cols=a&cols=b`) say which columns, in whatever order they stood; a list says the order too. */
function getChosenColumns(list: EntityList, params: URLSearchParams, cols?: readonly string[]) {
  if (!cols || params.getAll('cols').length < 2) return cols;
  return list.columns.flatMap(({ field }) => (cols.includes(field) ? [field] : []));
}

/**
 * Returns the list's own address, when this one is another: a form without script sends its
 * empty inputs too. An address that was not understood whole stays, so that the list can say so.
 */
export function tidyHref(state: ListState, params: URLSearchParams): string | undefined {
  if (state.dropped.length > 0) return undefined;
  const given = [...params].filter(([name]) => !FRAMEWORK.has(name));
  const own = { page: state.query.page, open: state.open };
  const tidy = [...new URLSearchParams(listSearch(state, own))];
  const inWords = (entries: [string, string][]) => JSON.stringify(entries.map(String).sort());
  return inWords(given) === inWords(tidy) ? undefined : listHref(state, own);
}

type Change = Partial<ListQuery & Pick<ListState, 'open'>>;

/**
 * The one builder of links to a list: the state with a change. Any change but the page's leads to
 * the first page; what equals the list's defaults is left out of the address.
 */
export function listHref(state: ListState, change: Change): string {
  const search = listSearch(state, change);
  return search ? `${state.list.path}?${search}` : state.list.path;
}

/** The address's part after `?`. */
export function listSearch(state: ListState, { open, ...change }: Change = {}): string {
  const { list } = state;
  const opened = open ?? (state.open === ALL_OPEN ? ALL_OPEN : undefined);
  const query: ListQuery = { ...state.query, page: 1, ...change };
  const params = listSearchParams({
    ...query,
    size: query.size === list.pageSize ? undefined : query.size,
    sort: isSameSort(query.sort, list.sort) ? undefined : query.sort,
    cols: query.cols?.join() === defaultColumns(list).join() ? undefined : query.cols,
  });
  if (opened) params.set('open', opened);
  // A comma needs no escape in a query, and column lists stay readable.
  return params.toString().replaceAll('%2C', ',');
}

function isSameSort(one: Sort | undefined, other: Sort | undefined): boolean {
  return one?.field === other?.field && one?.descending === other?.descending;
}
