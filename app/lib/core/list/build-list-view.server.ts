import { defined } from 'shared/defined';
import type { ListPage } from 'shared/list/memory';
import { sealFilters } from '../addresses/sealed-filters.server';
import { findBulkActions } from '../entities/bulk';
import type { Entity } from '../entities/entity';
import { getSearchIdentifying } from '../entities/hidden-filters';
import { getAddPath } from '../entities/record-paths';
import { isPersonal } from '../entities/treatment';
import { describeDeletion } from '../host/describe-deletion.server';
import { maskHeading } from '../masking/mask.server';
import { addListQuery } from './add-list-query';
import { buildColumn } from './build-column.server';
import { buildPager } from './build-pager';
import { buildRow } from './build-row.server';
import { describeDropped } from './describe-dropped';
import { describeQuery, writePart } from './describe-query.server';
import type { ValuesByField } from './field-values.server';
import { listInputNames } from './filter-input';
import { getListColumns } from './list-columns.server';
import { buildListHref, buildListSearch, type ListState, listDefaultColumns } from './list-state';
import { buildListTrail } from './list-trail.server';
import { ALL_ROWS, type Chip, type ListView, type Pager } from './list-view';
import { placeColumns } from './place-columns';
import { getDefaultSummary } from './summary-form';

/**
 * Builds the data of a list's page from its rows. The cells are those of the shown columns. Each row also has its key
 * and its label, which links and dialogs use even if their columns are hidden. `values` are those that the filters of
 * text columns offer.
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
  const hasBoxes = findBulkActions(entity) !== undefined;
  const places = placeColumns(columns, entity.lead, state.isChosen, hasBoxes);
  const pager = buildPager(state, page.total);
  const exportRows = Math.min(page.total, page.exportLimit ?? page.total);
  const hasExport = error === undefined && !state.summary && exportRows > 0;
  const summary = getDefaultSummary(entity.list);
  const shown = columns.map((column, index) =>
    buildColumn(entity, column, defined(places[index]), state, { values, filtersHref }),
  );
  const inputs = new Set(['q', ...shown.flatMap(({ filter }) => listInputNames(filter))]);
  return {
    title: buildTitle(entity, pager),
    heading: maskHeading(entity, entity.heading ?? entity.title),
    trail: buildListTrail(entity),
    path: entity.list.path,
    searchIdentifying: getSearchIdentifying(entity.list),
    addHref:
      entity.form && !entity.form.changeOnly ? addListQuery(getAddPath(entity), search) : undefined,
    exportHref: `/export${here}`,
    // The export button of a list with personal data leads to the same page.
    formatsHref: hasExport && !isPersonal(entity.list) ? `/export-as${here}` : undefined,
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
      cols: state.isChosen ? undefined : listDefaultColumns(entity.list, state.query),
    }),
    widest: Math.max(...places.map(({ tier }) => tier)),
    hasDetails: places.some(({ tier, card }) => tier > 0 || card === 0),
    deleteNote: entity.deletable ? describeDeletion() : undefined,
    rows: page.rows.map((row) => buildRow(entity, columns, row, search)),
    chips: buildChips(state),
    pager,
    q: query.q ?? '',
    clearHref: buildListHref(state, { filters: [], q: undefined, withdrawn: undefined }),
    // These include the filters that have no input in the filter row, such as those on columns that are not shown.
    hiddenInputs: buildHiddenInputs(state, inputs),
    droppedNote: describeDropped(state) || undefined,
    error,
    note: page.note,
    exportRows,
  };
}

/**
 * Returns the parameters that the filter form sends as hidden inputs. Without any filter, the form must not open the
 * user's default view.
 */
function buildHiddenInputs(state: ListState, inputs: ReadonlySet<string>) {
  const params = new URLSearchParams(buildListSearch(state));
  if (state.hasDefault && !params.has('view')) params.set('view', ALL_ROWS);
  return sealFilters(state.list, params)
    .filter(([name]) => !inputs.has(name))
    .map(([name, value]) => ({ name, value }));
}

function buildTitle(entity: Entity, { page, pages }: Pager): string {
  if (pages === 1) return entity.title;
  return `${entity.title}, page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
}

function buildChips(state: ListState): Chip[] {
  return describeQuery(state).flatMap((part) =>
    // The search has an input of its own.
    part.kind === 'search' || !part.removal
      ? []
      : { text: writePart(part, part.values), href: buildListHref(state, part.removal) },
  );
}
