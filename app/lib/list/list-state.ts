import {
  FRAMEWORK,
  type ListQuery,
  listSearchParams,
  parseListQuery,
  type Sort,
} from 'shared/list/grammar';
import { defaultColumns, type EntityList, fieldKinds } from '../entities/entity';
import { ALL_OPEN } from './list-view';

/** The state of a list as read from its address. */
export interface ListState {
  list: EntityList;
  query: ListQuery & { size: number; cols: readonly string[] };
  /** The key of the row whose hidden columns are shown below it. ALL_OPEN shows them below every row. */
  open: string | undefined;
  dropped: string[];
}

/** Reads the state of a list from the query of its address. Uses the list's defaults for missing parameters. */
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

/**
 * Returns the shown columns. Several `cols` parameters come from check boxes, which have no order, so the
 * declared order applies. A single comma-separated `cols` also sets the order.
 */
function getChosenColumns(list: EntityList, params: URLSearchParams, cols?: readonly string[]) {
  if (!cols || params.getAll('cols').length < 2) return cols;
  return list.columns.flatMap(({ field }) => (cols.includes(field) ? [field] : []));
}

/**
 * Returns the canonical address of the list if the current address differs, because a form without script also
 * sends its empty inputs. Returns undefined if it does not differ, or if some parameters were not understood:
 * the list must still show a message about them.
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
 * Returns the address of the list with a change to its state. Any change other than `page` leads to the first
 * page. Parameters that equal the list's defaults are left out.
 */
export function listHref(state: ListState, change: Change): string {
  const search = listSearch(state, change);
  return search ? `${state.list.path}?${search}` : state.list.path;
}

/** Returns the query of the address that `listHref` returns, without the question mark. */
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
  // A comma need not be encoded in a query, and column lists are easier to read with it.
  return params.toString().replaceAll('%2C', ',');
}

function isSameSort(one: Sort | undefined, other: Sort | undefined): boolean {
  return one?.field === other?.field && one?.descending === other?.descending;
}
