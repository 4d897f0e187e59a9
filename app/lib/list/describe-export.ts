import type { Filter } from 'shared/list/grammar';
import type { Column } from '../entities/entity';
import { selectHidden, selectReadable } from '../entities/hidden-filters';
import type { ListState } from './list-state';

/** The maximum number of columns that are listed by name. */
const NAMED_COLUMNS = 20;

/**
 * Describes the columns and rows of an export for the audit log. Includes only dates, numbers and the options of choice
 * columns. For filters that identify people, names only the view that holds them.
 */
export function describeExport(
  all: readonly Column[],
  shown: readonly Column[],
  { list, view, query }: Pick<ListState, 'list' | 'view' | 'query'>,
): string {
  const { filters, q } = selectReadable(list, query);
  const hidden = selectHidden(list, query);
  const getTitle = (field: string) => all.find((column) => column.field === field)?.title ?? field;
  const columns =
    shown.length > NAMED_COLUMNS
      ? `${shown.length} of ${all.length} columns`
      : `columns ${shown.map(({ title }) => title).join(', ')}`;
  const conditions = filters.map((filter) => {
    const column = all.find(({ field }) => field === filter.field);
    return `${getTitle(filter.field)} ${describeFilter(filter, column?.options ?? [])}`;
  });
  if (hidden.q || hidden.filters.length > 0)
    conditions.push(
      view ? `the filters of view ${view} apply` : 'filters that identify people apply',
    );
  if (q) conditions.push('the shown columns contain a text');
  return `${columns}; ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : 'all rows'}`;
}

function describeFilter(filter: Filter, options: readonly string[]): string {
  switch (filter.kind) {
    case 'text':
      return 'contains a text';
    case 'exact':
      return 'is a text';
    case 'choice':
      return `is ${options.includes(filter.equals) ? filter.equals : 'another value'}`;
    case 'number':
      return range(filter.min, filter.max);
    case 'date':
      return range(filter.from, filter.to);
  }
}

function range(low: number | string | undefined, high: number | string | undefined): string {
  const bounds = [low !== undefined && `from ${low}`, high !== undefined && `to ${high}`];
  return bounds.filter(Boolean).join(' ');
}
