import type { DeclaredInputs } from 'shared/form-reader/declared';
import {
  FRAMEWORK_PARAMETERS,
  type ListQuery,
  listSearchParams,
  parseListQuery,
  type Sort,
} from 'shared/list/grammar';
import {
  parseSummary,
  type Summary,
  summaryParameters,
  summaryParams,
} from 'shared/list/summary/grammar';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';
import type { EntityList } from '../entities/entity';
import { buildHiddenSearch, selectReadable } from '../entities/hidden-filters';
import { getDefaultColumns, getFieldKinds, getSummaryFields } from '../entities/list-fields';
import { restrictMaskedQuery } from '../masking/restrict-query.server';
import { ALL_OPEN, ALL_ROWS } from './list-view';

/** The state of a list as read from its address, and from the view that the address names. */
export interface ListState {
  list: EntityList;
  query: ListQuery & { size: number; cols: readonly string[] };
  /** True if the address names the columns. They are then shown at any width, and stay in the list's addresses. */
  isChosen: boolean;
  /** The key of the row whose hidden columns are shown below it. ALL_OPEN shows them below every row. */
  open: string | undefined;
  /**
   * The id of the stored view, which contains the filters that must not stand in the address (views.server.ts), or
   * ALL_ROWS.
   */
  view: string | undefined;
  /** The query of the view with a name that the address opens. */
  named?: string;
  /** True if the list's address without a query opens the view that the user has chosen. */
  hasDefault: boolean;
  /** The summary that the page shows in place of the rows. */
  summary: Summary | undefined;
  /** The names of the parameters that were not understood. It is `view` if the stored view was not found. */
  dropped: string[];
  /**
   * The parameters that an earlier address or a posted form had and that were not understood. The address names them
   * without their values, which may identify people.
   */
  ignored: string[];
  /** The fields by which the address groups rows although their values identify people. */
  refused: string[];
}

/** Reads the state of a list from the query of its address. Uses the list's defaults for missing parameters. */
export function readListState(list: EntityList, params: URLSearchParams): ListState {
  const { query: asked, dropped } = parseListQuery(params, getFieldKinds(list));
  // Addresses of the panel have pages only.
  const { offset, ...parsed } = asked;
  if (offset !== undefined) dropped.push('offset');
  const chosen = getChosenColumns(list, params, parsed.cols);
  const summarized = parseSummary(params, getSummaryFields(list));
  const cols = chosen ?? listDefaultColumns(list, parsed);
  const { query, left } = restrictMaskedQuery(list.columns, { ...parsed, cols });
  return {
    list,
    dropped: [...dropped, ...left, ...summarized.dropped],
    ignored: readIgnored(list, params),
    refused: summarized.refused,
    summary: summarized.summary,
    isChosen: chosen !== undefined,
    open: params.get('open') || undefined,
    view: params.get('view') || undefined,
    hasDefault: false,
    query: {
      ...query,
      size: query.size ?? list.pageSize,
      sort: query.sort ?? list.sort,
    },
  };
}

/** Returns the default columns of a list. If the list has the records of withdrawn participants, their days are one of them. */
export function listDefaultColumns(list: EntityList, { withdrawn }: ListQuery): readonly string[] {
  const columns = getDefaultColumns(list);
  return withdrawn ? [...columns, WITHDRAWN_ON] : columns;
}

/**
 * Returns the columns that the address names. Several `cols` parameters come from check boxes, which have no order, so
 * the declared order applies. A single comma-separated `cols` also sets the order.
 */
function getChosenColumns(list: EntityList, params: URLSearchParams, cols?: readonly string[]) {
  if (!cols || params.getAll('cols').length < 2) return cols;
  return list.columns.flatMap(({ field }) => (cols.includes(field) ? [field] : []));
}

/**
 * Returns the canonical address of the list if the current one differs from it, for example because a form without
 * script also sends its empty inputs. Returns undefined if the two are the same, or if some parameters were not
 * understood, because the list must still show a message about them.
 */
export function buildTidyHref(state: ListState, params: URLSearchParams): string | undefined {
  if (state.dropped.length + state.ignored.length + state.refused.length > 0) return undefined;
  const given = [...params].filter(([name]) => !FRAMEWORK_PARAMETERS.has(name));
  const own = { page: state.query.page, open: state.open };
  const tidy = [...new URLSearchParams(buildListSearch(state, own))];
  const toSortedText = (entries: [string, string][]) => JSON.stringify(entries.map(String).sort());
  return toSortedText(given) === toSortedText(tidy) ? undefined : buildListHref(state, own);
}

/** Returns the names of the list's own parameters that the parameter `ignored` of an address contains. */
function readIgnored(list: EntityList, params: URLSearchParams): string[] {
  const given = params.get('ignored');
  return given ? selectOwn(list, given.split(',')) : [];
}

/** Returns the parameters that a redirect to the list in this state must name, because it leaves them out. */
export function listIgnored({ list, dropped, ignored, refused }: ListState): string[] {
  return selectOwn(list, [...dropped, ...ignored, ...(refused.length > 0 ? ['by'] : [])]);
}

/** Returns those of the names that a list has as parameters, each once, in the order of the list's inputs. */
function selectOwn(list: EntityList, names: readonly string[]): string[] {
  const { fields, repeated = [] } = listInputs(list);
  const given = new Set(names);
  return [...fields, ...repeated].filter((name) => given.has(name));
}

/** Returns the inputs of a form that posts the parameters of a list's address. */
export function listInputs({ columns }: EntityList): DeclaredInputs {
  const names = [
    'page',
    'size',
    'sort',
    'cols',
    'q',
    ...summaryParameters,
    'open',
    'view',
    'withdrawn',
  ];
  const filters = columns.flatMap(({ field }) =>
    ['', '.is', '.from', '.to', '.min', '.max', '.empty'].map((suffix) => field + suffix),
  );
  return {
    fields: [...names, ...filters],
    repeated: columns.map(({ field }) => `${field}.in`),
  };
}

type Change = Partial<ListQuery & Pick<ListState, 'open' | 'summary'>>;

/**
 * Returns the address of the list with a change to its state. Any change other than `page` leads to the first
 * page. Parameters that equal the list's defaults are left out, and so are filters that must not stand in an address:
 * `view` names the stored view that holds them.
 */
export function buildListHref(state: ListState, change: Change): string {
  const search = buildListSearch(state, change);
  return search ? `${state.list.path}?${search}` : state.list.path;
}

/** Returns the query of the address that `buildListHref` returns, without the question mark. */
export function buildListSearch(
  state: ListState,
  { open, summary = state.summary, ...change }: Change = {},
): string {
  const { list } = state;
  const opened = open ?? (state.open === ALL_OPEN ? ALL_OPEN : undefined);
  const query: ListQuery = { ...state.query, page: 1, ...change };
  const params = listSearchParams({
    ...query,
    ...selectReadable(list, query),
    size: query.size === list.pageSize ? undefined : query.size,
    sort: isSameSort(query.sort, list.sort) ? undefined : query.sort,
    cols: state.isChosen || change.cols ? query.cols : undefined,
  });
  for (const [name, value] of summary ? summaryParams(summary) : []) params.set(name, value);
  addView(params, state, query);
  if (state.hasDefault && params.size === 0) params.set('view', ALL_ROWS);
  if (opened) params.set('open', opened);
  // Commas and colons need not be encoded in a query, and column lists are easier to read with them.
  return params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/**
 * Adds the parameter `view` to an address. For each filter of that view that `query` no longer has, also adds an empty
 * parameter: when the address is opened, the server stores a view without that filter. Adds nothing if all filters of
 * the view have been removed.
 */
function addView(
  params: URLSearchParams,
  { list, query: current, view }: ListState,
  query: ListQuery,
) {
  if (!view) return;
  const before = [...buildHiddenSearch(list, current).keys()];
  const after = buildHiddenSearch(list, query);
  if (before.length > 0 && after.size === 0) return;
  params.set('view', view);
  for (const name of before) if (!after.has(name)) params.set(name, '');
}

function isSameSort(one: Sort | undefined, other: Sort | undefined): boolean {
  return one?.field === other?.field && one?.descending === other?.descending;
}
