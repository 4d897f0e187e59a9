import { defined } from 'shared/defined';
import type { Filter, Sort } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { getToday } from 'shared/list/today';
import { toText } from 'shared/list/values';
import { toPublicPath } from '../addresses/public-path.server';
import { publishLink } from '../addresses/publish-link.server';
import { toOpaqueId } from '../addresses/record-address.server';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { getSearchIdentifying } from '../entities/hidden-filters';
import { isIdentifyingId } from '../entities/identifying';
import { getDefaultColumns } from '../entities/list-fields';
import { getAddPath, getDeletePath, getDetailPath, getEditPath } from '../entities/record-paths';
import { describeDeletion } from '../host/describe-deletion.server';
import { config } from '../server/config.server';
import { buildFilterInput } from './build-filter-input';
import { buildPager } from './build-pager';
import { describeDropped } from './describe-dropped';
import { describeFilter } from './describe-filter';
import type { ValuesByField } from './field-values.server';
import { formatCell } from './format';
import { getListColumns } from './list-columns.server';
import { buildListHref, buildListSearch, type ListState } from './list-state';
import { buildListTrail } from './list-trail.server';
import {
  ALL_ROWS,
  type Chip,
  type ListColumn,
  type ListRow,
  type ListView,
  listInputNames,
  type Pager,
} from './list-view';
import { type Placement, placeColumns } from './place-columns';
import { getDefaultSummary } from './summary-form';

/**
 * Builds the data of a list's page from its rows. The cells are those of the shown columns. Each row also has its
 * key and its label, which links and dialogs use even if their columns are hidden. `values` are those that the filters
 * of text columns offer.
 */
export function buildListView(
  entity: Entity,
  state: ListState,
  page: ListPage,
  { values = new Map(), error }: { values?: ValuesByField; error?: string } = {},
): ListView {
  const { query } = state;
  const { page: number } = query;
  const search = buildListSearch(state, { page: number });
  const closedHref = buildListHref(state, { page: number, open: '' });
  const here = `${entity.list.path}${search ? `?${search}` : ''}`;
  const filtersHref = `/filters${here}`;
  const all = getListColumns(entity);
  const columns = query.cols.flatMap((field) => all.find((column) => column.field === field) ?? []);
  const places = placeColumns(columns, entity.lead, state.isChosen);
  const pager = buildPager(state, page.total);
  const summary = getDefaultSummary(entity.list);
  const shown = columns.map((column, index) =>
    buildColumn(entity, column, defined(places[index]), state, { values, filtersHref }),
  );
  const inputs = new Set(['q', ...shown.flatMap(({ filter }) => listInputNames(filter))]);
  return {
    title: buildTitle(entity, pager),
    heading: entity.heading ?? entity.title,
    trail: buildListTrail(entity),
    path: entity.list.path,
    searchIdentifying: getSearchIdentifying(entity.list),
    addHref:
      entity.form && !entity.form.changeOnly ? addListQuery(getAddPath(entity), search) : undefined,
    exportHref: `/export${here}`,
    formatsHref: `/export-as${here}`,
    filtersHref,
    summaryHref: summary && buildListHref(state, { summary }),
    chooserHref: `/columns${here}`,
    viewsHref: `/views${here}`,
    search,
    open: state.open,
    openHref: `${closedHref}${closedHref.includes('?') ? '&' : '?'}open=`,
    closedHref,
    columns: shown,
    isChosen: state.isChosen,
    otherColumnsHref: buildListHref(state, {
      page: number,
      open: '',
      cols: state.isChosen ? undefined : getDefaultColumns(entity.list),
    }),
    widest: Math.max(...places.map(({ tier }) => tier)),
    hasDetails: places.some(({ tier, card }) => tier > 0 || card === 0),
    deleteNote: entity.deletable ? describeDeletion() : undefined,
    rows: page.rows.map((row) => buildRow(entity, columns, row, search)),
    chips: buildChips(state),
    pager,
    q: query.q ?? '',
    clearHref: buildListHref(state, { filters: [], q: undefined }),
    // These include the filters that have no input in the filter row, such as those on columns that are not shown.
    hiddenInputs: buildHiddenInputs(state, inputs),
    droppedNote: describeDropped(state) || undefined,
    error,
    note: page.note,
    exportRows: Math.min(page.total, page.exportLimit ?? page.total),
  };
}

/**
 * Returns the parameters that the filter form sends as hidden inputs. Without any filter, the form must not open the
 * user's default view.
 */
function buildHiddenInputs(state: ListState, inputs: ReadonlySet<string>) {
  const params = new URLSearchParams(buildListSearch(state));
  if (state.hasDefault && !params.has('view')) params.set('view', ALL_ROWS);
  return [...params]
    .filter(([name]) => !inputs.has(name))
    .map(([name, value]) => ({ name, value }));
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

interface Filters {
  values: ValuesByField;
  filtersHref: string;
}

function buildColumn(
  entity: Entity,
  column: Column,
  placement: Placement,
  state: ListState,
  { values, filtersHref }: Filters,
): ListColumn {
  const sorted = state.query.sort?.field === column.field ? state.query.sort : undefined;
  return {
    field: column.field,
    title: column.title,
    kind: column.kind,
    identifying: column.isReadableFilter ? true : column.identifying,
    ...placement,
    cardLabel: column.cardLabel,
    // An identifier is not a quantity.
    numeric: column.kind === 'number' && column.field !== entity.key,
    isStatus: column.format === 'status',
    group: column.group,
    sort: sorted && (sorted.descending ? 'descending' : 'ascending'),
    sortHref: buildListHref(state, { sort: getNextSort(column, sorted, state.list.sort) }),
    filter: buildFilterInput(column, {
      filter: state.query.filters.find((filter) => filter.field === column.field),
      values,
      filtersHref,
    }),
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
  return { verb: 'Delete', href: addListQuery(getDeletePath(entity, id), search) };
}

function buildChips(state: ListState): Chip[] {
  const today = getToday(config.STUDY_TIME_ZONE);
  return state.query.filters.map((filter) => buildChip(filter, state, today));
}

function buildChip(filter: Filter, state: ListState, today: string): Chip {
  const title =
    state.list.columns.find((column) => column.field === filter.field)?.title ?? filter.field;
  return {
    text: `${title} ${describeFilter(filter, today)}`,
    href: buildListHref(state, {
      filters: state.query.filters.filter((other) => other !== filter),
    }),
  };
}
