import { defined } from 'shared/defined';
import { type Filter, filterParams, type Sort } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { toPublicPath } from '../addresses/public-path.server';
import { publishLink } from '../addresses/publish-link.server';
import { toOpaqueId } from '../addresses/record-address.server';
import {
  type Column,
  deletePath,
  type Entity,
  getAddPath,
  getDetailPath,
  getEditPath,
} from '../entities/entity';
import { getSearchIdentifying } from '../entities/hidden-filters';
import { isIdentifyingId } from '../entities/identifying';
import { describeDeletion } from '../host/describe-deletion.server';
import { config } from '../server/config.server';
import { buildPager } from './build-pager';
import { describeDropped } from './describe-dropped';
import { formatCell } from './format';
import { getListColumns } from './list-columns.server';
import { type ListState, listHref, listSearch } from './list-state';
import {
  type Chip,
  type FilterInput,
  type ListColumn,
  type ListRow,
  type ListView,
  listInputNames,
  type Pager,
  type Tier,
} from './list-view';

/**
 * Builds the data of a list's page from its rows. The cells are those of the shown columns. Each row also has its
 * key and its label, which links and dialogs use even if their columns are hidden.
 */
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
  const all = getListColumns(entity);
  const columns = query.cols.flatMap((field) => all.find((column) => column.field === field) ?? []);
  const tiers = getTiers(columns);
  const pager = buildPager(state, page.total);
  const shown = columns.map((column, index) =>
    buildColumn(entity, column, defined(tiers[index]), state),
  );
  const inputs = new Set(['q', ...shown.flatMap(({ filter }) => listInputNames(filter))]);
  return {
    title: buildTitle(entity, pager),
    heading: entity.heading ?? entity.title,
    path: entity.list.path,
    searchIdentifying: getSearchIdentifying(entity.list),
    addHref:
      entity.form && !entity.form.changeOnly ? addListQuery(getAddPath(entity), search) : undefined,
    exportHref: `/export${here}`,
    chooserHref: `/columns${here}`,
    viewsHref: `/views${here}`,
    search,
    open: state.open,
    openHref: `${closedHref}${closedHref.includes('?') ? '&' : '?'}open=`,
    closedHref,
    columns: shown,
    widest: Math.max(0, ...tiers),
    deleteNote: entity.deletable ? describeDeletion() : undefined,
    rows: page.rows.map((row) => buildRow(entity, columns, row, search)),
    chips: query.filters.map((filter) => buildChip(filter, state)),
    pager,
    q: query.q ?? '',
    clearHref: listHref(state, { filters: [], q: undefined }),
    // These include the filters that have no input in the filter row, such as those on columns that are not shown.
    hiddenInputs: [...new URLSearchParams(listSearch(state))]
      .filter(([name]) => !inputs.has(name))
      .map(([name, value]) => ({ name, value })),
    droppedNote: describeDropped(state) || undefined,
    error,
    note: page.note,
    exportRows: Math.min(page.total, page.exportLimit ?? page.total),
  };
}

function buildTitle(entity: Entity, { page, pages }: Pager): string {
  if (pages === 1) return entity.title;
  return `${entity.title}, page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
}

/**
 * Adds a list's query to the address of a record's page, so that the page can link back to the same view of the
 * list.
 */
export function addListQuery(path: string, search: string): string {
  return search ? `${path}?list=${encodeURIComponent(search)}` : path;
}

/**
 * The number of columns that fit the window without scrolling sideways, for each tier, which is a range of window
 * widths (app.css has the widths). From 960 px on, the menu takes 250 px of the window. Columns of priority 0 are
 * always visible, even if they do not fit. The last tier shows all columns.
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
    identifying: column.isReadableFilter ? true : column.identifying,
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
  const id = toText(row[entity.key]);
  const linked = new Set([entity.label, entity.key]);
  const page = entity.form ? getEditPath(entity, id) : entity.detail && getDetailPath(entity, id);
  const recordHref = page ? addListQuery(toPublicPath(page), search) : undefined;
  return {
    // The address names an open row by this key, which must not be a phone number.
    key: isIdentifyingId(entity, id) ? toOpaqueId(id) : id,
    label: toText(row[entity.label]) || `${entity.singular} ${id}`,
    cells: columns.map((column) => {
      const cell = formatCell(column, row, config.STUDY_TIME_ZONE);
      if (typeof cell !== 'string')
        return 'href' in cell && cell.href ? { ...cell, ...publishLink(cell.href) } : cell;
      return recordHref && linked.has(column.field)
        ? { text: cell || '—', href: recordHref }
        : cell;
    }),
    removal: findRemoval(entity, row, id, search),
  };
}

function findRemoval(entity: Entity, row: Row, id: string, search: string) {
  if (entity.removal) {
    const { verb, href, keepsList } = entity.removal;
    const path = toPublicPath(href(row, entity));
    return { verb, href: addListQuery(path, keepsList ? search : '') };
  }
  if (!entity.deletable) return undefined;
  return { verb: 'Delete', href: addListQuery(deletePath(entity, id), search) };
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
