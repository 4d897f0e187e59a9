import { defined } from 'shared/defined';
import { type Filter, filterParams, type Sort } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import {
  addPath,
  type Column,
  deletePath,
  type Entity,
  getDetailPath,
  getEditPath,
} from '../entities/entity';
import { config } from '../server/config.server';
import { buildPager } from './build-pager';
import { formatCell } from './format';
import { listColumns } from './list-columns.server';
import { type ListState, listHref, listSearch } from './list-state';
import type { Chip, FilterInput, ListColumn, ListRow, ListView, Pager, Tier } from './list-view';

/** Builds the data of a list's page from its rows. Includes only the columns that are declared and shown. */
export function buildListView(
  entity: Entity,
  state: ListState,
  page: ListPage,
  error?: string,
): ListView {
  const { query } = state;
  const { page: number } = query;
  const search = listSearch(state, { page: number });
  const closedHref = listHref(state, { page: number, open: '' });
  const here = `${entity.list.path}${search ? `?${search}` : ''}`;
  const all = listColumns(entity);
  const columns = query.cols.flatMap((field) => all.find((column) => column.field === field) ?? []);
  const tiers = getTiers(columns);
  const pager = buildPager(state, page.total);
  const inFilterRow = new Set(columns.map((column) => column.field));
  return {
    title: buildTitle(entity, pager),
    heading: entity.title,
    path: entity.list.path,
    addHref: entity.form && !entity.form.changeOnly ? withList(addPath(entity), search) : undefined,
    exportHref: `/export${here}`,
    chooserHref: `/columns${here}`,
    search,
    open: state.open,
    openHref: `${closedHref}${closedHref.includes('?') ? '&' : '?'}open=`,
    closedHref,
    columns: columns.map((column, index) =>
      buildColumn(entity, column, defined(tiers[index]), state),
    ),
    widest: Math.max(0, ...tiers),
    rows: page.rows.map((row) => buildRow(entity, columns, row, search)),
    chips: query.filters.map((filter) => buildChip(filter, state)),
    pager,
    q: query.q ?? '',
    clearHref: listHref(state, { filters: [], q: undefined }),
    hiddenInputs: [
      ...new URLSearchParams(listSearch(state, { q: undefined, filters: getHiddenFilters() })),
    ].map(([name, value]) => ({ name, value })),
    dropped: state.dropped,
    error,
    note: page.note,
    exportRows: Math.min(page.total, page.exportLimit ?? page.total),
  };

  /**
   * Returns the filters that have no input in the filter row: exact filters, and filters on hidden columns. The
   * form submits them as hidden inputs.
   */
  function getHiddenFilters() {
    return query.filters.filter(
      (filter) => filter.kind === 'exact' || !inFilterRow.has(filter.field),
    );
  }
}

function buildTitle(entity: Entity, { page, pages }: Pager): string {
  if (pages === 1) return entity.title;
  return `${entity.title}, page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
}

/**
 * Returns a form's address with the list's query, so that the form can lead back to the same view of the list.
 */
export function withList(path: string, search: string): string {
  return search ? `${path}?list=${encodeURIComponent(search)}` : path;
}

/**
 * The maximum number of columns that are visible at the width of each tier without scrolling sideways
 * (app.css). The last tier shows all columns. From a width of 960 px, the menu takes 250 px of it. Columns of
 * priority 0 are visible at any width.
 */
const CAPACITY: readonly [Tier, number][] = [
  [0, 2],
  [1, 3],
  [2, 4],
  [3, 5],
  [4, 6],
  [5, 8],
];
const LAST_TIER: Tier = 6;

function getTiers(columns: readonly Column[]): Tier[] {
  const byPriority = columns
    .map((column, index) => ({ index, priority: column.priority }))
    .sort((a, b) => a.priority - b.priority || a.index - b.index);
  const tiers: Tier[] = columns.map(() => LAST_TIER);
  byPriority.forEach(({ index, priority }, rank) => {
    tiers[index] =
      priority === 0 ? 0 : (CAPACITY.find(([, count]) => rank < count)?.[0] ?? LAST_TIER);
  });
  return tiers;
}

function buildColumn(entity: Entity, column: Column, tier: Tier, state: ListState): ListColumn {
  const sorted = state.query.sort?.field === column.field ? state.query.sort : undefined;
  return {
    field: column.field,
    title: column.title,
    kind: column.kind,
    tier,
    // An identifier is not a quantity.
    numeric: column.kind === 'number' && column.field !== entity.key,
    group: column.group,
    sort: sorted && (sorted.descending ? 'descending' : 'ascending'),
    sortHref: listHref(state, { sort: getNextSort(column, sorted, state.list.sort) }),
    filter: buildFilter(
      column,
      state.query.filters.find((filter) => filter.field === column.field),
    ),
  };
}

/**
 * Returns the sort order after the next click on a column's heading: ascending, then descending, then the
 * list's default order. If the default order is this column's descending order, the next one is ascending.
 */
function getNextSort(column: Column, sorted: Sort | undefined, own: Sort | undefined) {
  const { field } = column;
  if (!sorted) return { field, descending: false };
  if (!sorted.descending) return { field, descending: true };
  return own?.field === field && own.descending ? { field, descending: false } : undefined;
}

function buildFilter(column: Column, filter: Filter | undefined): FilterInput {
  const given = new Map(filter ? filterParams(filter) : []);
  const input = (name: string) => ({ name, value: given.get(name) ?? '' });
  const { field } = column;
  switch (column.kind) {
    case 'choice':
      return { kind: 'choice', ...input(field), options: column.options ?? [] };
    case 'text':
      return { kind: 'text', ...input(field) };
    case 'number':
      return {
        kind: 'range',
        type: 'number',
        low: input(`${field}.min`),
        high: input(`${field}.max`),
      };
    case 'date':
      return {
        kind: 'range',
        type: 'date',
        low: input(`${field}.from`),
        high: input(`${field}.to`),
      };
  }
}

function buildRow(entity: Entity, columns: readonly Column[], row: Row, search: string): ListRow {
  const key = toText(row[entity.key]);
  const linked = new Set([entity.label, entity.key]);
  const page = entity.form ? getEditPath(entity, key) : entity.detail && getDetailPath(entity, key);
  const recordHref = page ? withList(page, search) : undefined;
  return {
    key,
    label: toText(row[entity.label]) || `${entity.singular} ${key}`,
    cells: columns.map((column) => {
      const cell = formatCell(column, row, config.STUDY_TIME_ZONE);
      return recordHref && typeof cell === 'string' && linked.has(column.field)
        ? { text: cell || '—', href: recordHref }
        : cell;
    }),
    removal: findRemoval(entity, row, key, search),
  };
}

function findRemoval(entity: Entity, row: Row, key: string, search: string) {
  if (entity.removal) return { verb: entity.removal.verb, href: entity.removal.href(row, entity) };
  if (!entity.deletable) return undefined;
  return { verb: 'Delete', href: withList(deletePath(entity, key), search) };
}

function buildChip(filter: Filter, state: ListState): Chip {
  const title =
    state.list.columns.find((column) => column.field === filter.field)?.title ?? filter.field;
  return {
    text: `${title} ${describeFilter(filter)}`,
    href: listHref(state, { filters: state.query.filters.filter((other) => other !== filter) }),
  };
}

function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'text':
      return `contains “${filter.contains}”`;
    case 'exact':
      return `is “${filter.equals}”`;
    case 'choice':
      return `is ${filter.equals}`;
    case 'number':
      return range(filter.min, filter.max);
    case 'date':
      return range(filter.from, filter.to);
  }
}

function range(low: unknown, high: unknown): string {
  if (low !== undefined && high !== undefined) return `from ${low} to ${high}`;
  return low !== undefined ? `from ${low}` : `up to ${high}`;
}
