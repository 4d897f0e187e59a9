import type { Condition, Filter } from 'shared/list/filters';
import { resolveDay } from 'shared/list/relative-days';
import { asksForWithdrawn } from 'shared/list/withdrawn';
import type { Column } from '../entities/column';
import { selectHidden, selectReadable } from '../entities/hidden-filters';
import type { ListState } from './list-state';

/** The words for an export without filters. */
const ALL_ROWS_WORDS = 'all rows';
/** The maximum number of columns that are listed by name. */
const NAMED_COLUMNS = 20;

/**
 * Describes the columns and rows of an export for the audit log. Includes only dates, numbers and the options of
 * choice columns. For filters that identify people, names only the view that contains them. `today` is the day to
 * which relative days refer.
 */
export function describeExport(
  all: readonly Column[],
  shown: readonly Column[],
  { list, view, query }: Pick<ListState, 'list' | 'view' | 'query'>,
  today: string,
): string {
  const columns =
    shown.length > NAMED_COLUMNS
      ? `${shown.length} of ${all.length} columns`
      : `columns ${shown.map(({ title }) => title).join(', ')}`;
  return `${columns}; ${describeConditions(all, { list, view, query }, today)}`;
}

/** Describes which rows an export includes, in the same way. */
export function describeConditions(
  all: readonly Column[],
  { list, view, query }: Pick<ListState, 'list' | 'view' | 'query'>,
  today: string,
): string {
  const { filters, q } = selectReadable(list, query);
  const hidden = selectHidden(list, query);
  const getTitle = (field: string) => all.find((column) => column.field === field)?.title ?? field;
  const conditions = filters.map((filter) => {
    const column = all.find(({ field }) => field === filter.field);
    return `${getTitle(filter.field)} ${describeFilter(filter, column?.options ?? [], today)}`;
  });
  if (hidden.q || hidden.filters.length > 0)
    conditions.push(
      view ? `the filters of view ${view} apply` : 'filters that identify people apply',
    );
  if (q) conditions.push('the shown columns contain a text');
  const words = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ALL_ROWS_WORDS;
  return words + describeWithdrawn({ query });
}

/** Returns the end of a sentence about an export that has the records of withdrawn participants. Else it is empty. */
export function describeWithdrawn({ query }: Pick<ListState, 'query'>): string {
  return asksForWithdrawn(query) ? '; withdrawn participants are included' : '';
}

function describeFilter(filter: Filter, options: readonly string[], today: string): string {
  if (filter.kind === 'empty') return filter.empty ? 'is empty' : 'is not empty';
  const words = describeCondition(filter, options, today);
  return filter.orEmpty ? `${words} or is empty` : words;
}

function describeCondition(condition: Condition, options: readonly string[], today: string) {
  switch (condition.kind) {
    case 'text':
      return 'contains a text';
    case 'exact':
      return 'is a text';
    case 'choice':
      return `is ${describeValues([condition.equals], options)}`;
    case 'in':
      return `is ${describeValues(condition.values, options)}`;
    case 'number':
      return describeRange(condition.min, condition.max);
    case 'date':
      return describeRange(describeDay(condition.from, today), describeDay(condition.to, today));
  }
}

/** Returns the values that are options of the column, and the number of the others. */
function describeValues(values: readonly string[], options: readonly string[]): string {
  const known = values.filter((value) => options.includes(value));
  const others = values.length - known.length;
  const rest = others === 1 ? 'another value' : `${others} other values`;
  return [...known, ...(others > 0 ? [rest] : [])].join(' or ');
}

function describeDay(day: string | undefined, today: string): string | undefined {
  if (day === undefined) return undefined;
  const resolved = resolveDay(day, today);
  return resolved === day ? day : `${resolved} (${day})`;
}

function describeRange(
  low: number | string | undefined,
  high: number | string | undefined,
): string {
  const bounds = [low !== undefined && `from ${low}`, high !== undefined && `to ${high}`];
  return bounds.filter(Boolean).join(' ');
}
