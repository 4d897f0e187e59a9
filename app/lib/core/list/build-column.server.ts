import type { Sort } from 'shared/list/grammar';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { hidesOrder } from '../masking/restrict-query.server';
import { buildFilterInput } from './build-filter-input';
import type { ValuesByField } from './field-values.server';
import { buildListHref, type ListState } from './list-state';
import type { ListColumn } from './list-view';
import { maskFilter } from './mask-filter.server';
import type { Placement } from './place-columns';

interface Filters {
  values: ValuesByField;
  filtersHref: string;
}

/** Builds a column of a page, with the link that sorts by it and with its filter. */
export function buildColumn(
  entity: Entity,
  column: Column,
  placement: Placement,
  state: ListState,
  { values, filtersHref }: Filters,
): ListColumn {
  const sorted = state.query.sort?.field === column.field ? state.query.sort : undefined;
  const filter = state.query.filters.find(({ field }) => field === column.field);
  return {
    field: column.field,
    title: column.title,
    kind: column.kind,
    identifying: column.isReadableFilter ? true : column.identifying,
    ...placement,
    isWide: column.wide,
    breaks: column.breaks,
    cardLabel: column.cardLabel,
    // An identifier is not a quantity.
    numeric: column.kind === 'number' && column.field !== entity.key,
    isStatus: column.format === 'status',
    group: column.group,
    sort: sorted && (sorted.descending ? 'descending' : 'ascending'),
    sortHref: hidesOrder(column)
      ? undefined
      : buildListHref(state, { sort: getNextSort(column, sorted, state.list.sort) }),
    filter: buildFilterInput(column, {
      filter: filter && maskFilter([column], filter),
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
