import { defined } from 'shared/defined';
import { type Condition, type Filter, filterParams } from 'shared/list/filters';
import type { Column } from '../entities/column';
import type { ValuesByField } from './field-values.server';
import type { FilterInput } from './filter-input';
import { sortValues } from './sort-values';

interface Filtering {
  filter: Filter | undefined;
  values: ValuesByField;
  /** The address of the page with the filters of all columns. */
  filtersHref: string;
}

/**
 * Builds the filter in the heading of a column. A text column with few values gets a choice of these values, unless the
 * list is already filtered by a text that the column contains. If the heading has no input for the current filter,
 * returns a link to the page of all filters.
 */
export function buildFilterInput(column: Column, filtering: Filtering): FilterInput {
  const { filter, values, filtersHref } = filtering;
  const { field } = column;
  const options = values.get(field)?.values.map(({ value }) => value);
  const href = `${filtersHref}#filter-${field}`;
  if (filter && isOther(filter, options !== undefined))
    return { kind: 'other', text: describeShort(filter), href };
  const given = new Map(filter ? filterParams(filter) : []);
  const input = (name: string) => ({ name, value: given.get(name) ?? '' });
  switch (column.kind) {
    case 'choice':
      return { kind: 'choice', ...input(field), options: column.options ?? [] };
    case 'text':
      return options && filter?.kind !== 'text'
        ? {
            kind: 'choice',
            ...input(`${field}.${filter?.kind === 'exact' ? 'is' : 'in'}`),
            options: sortValues(options),
          }
        : { kind: 'text', ...input(field) };
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

/** Returns whether a heading has no input for a filter. `hasOptions` is true if it offers the values of a text. */
function isOther(filter: Filter, hasOptions: boolean): boolean {
  if (filter.kind === 'empty' || filter.orEmpty) return true;
  return filter.kind === 'in' && (filter.values.length > 1 || !hasOptions);
}

function describeShort(filter: Filter): string {
  if (filter.kind === 'empty') return filter.empty ? 'Empty' : 'Not empty';
  const words = countValues(filter);
  return filter.orEmpty ? `${words} or empty` : words;
}

function countValues(condition: Condition): string {
  if (condition.kind !== 'in') return 'Set';
  const { length } = condition.values;
  return length === 1 ? defined(condition.values[0]) : `${length} values`;
}
