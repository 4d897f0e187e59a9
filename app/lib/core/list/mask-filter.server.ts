import type { Condition, Filter } from 'shared/list/filters';
import type { Summary } from 'shared/list/summary/grammar';
import { sealFilter, sealFilters } from '../addresses/sealed-filters.server';
import type { Column } from '../entities/column';
import type { EntityList } from '../entities/entity';
import { isMasked, mask } from '../masking/mask.server';
import type { ValuesByField } from './field-values.server';
import type { FilterField, FilterFieldControl, FilterGroup, ValueOption } from './filter-page-view';
import type { SummaryGroup, SummaryTable } from './summary-view';

/** Returns a filter as pages may describe it: the complete values that it looks for are masked. */
export function maskFilter(columns: readonly Column[], filter: Filter): Filter {
  const column = columns.find(({ field }) => field === filter.field);
  if (filter.kind === 'empty' || !column) return filter;
  return { ...filter, ...maskCondition(column, filter) };
}

function maskCondition(column: Column, condition: Condition): Condition {
  switch (condition.kind) {
    case 'exact':
      return { ...condition, equals: mask(column, condition.equals) };
    case 'in':
      return { ...condition, values: condition.values.map((value) => mask(column, value)) };
    default:
      return condition;
  }
}

/** Returns the values that filters offer, without those of fields of which pages mask a value. */
export function dropMaskedValues(columns: readonly Column[], values: ValuesByField): ValuesByField {
  const hidden = columns.filter((column) =>
    values.get(column.field)?.values.some(({ value }) => isMasked(column, value)),
  );
  if (hidden.length === 0) return values;
  const fields = hidden.map(({ field }) => field);
  return new Map([...values].filter(([field]) => !fields.includes(field)));
}

/**
 * Returns the filters of all columns of a list without values that pages mask. A filter for such a value has a check box,
 * which sends the value encrypted.
 */
export function maskGroups(list: EntityList, groups: readonly FilterGroup[]): FilterGroup[] {
  return groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => ({ ...field, control: maskControl(list, field) })),
  }));
}

function maskControl(list: EntityList, { field, control }: FilterField): FilterFieldControl {
  const column = list.columns.find((candidate) => candidate.field === field);
  if (!column?.masked) return control;
  const maskOption = (option: ValueOption): ValueOption => {
    if (!isMasked(column, option.value)) return option;
    const value = sealFilter(list, `${field}.in`, option.value);
    return { ...option, value, label: mask(column, option.value) };
  };
  if (control.kind === 'values') return { ...control, options: control.options.map(maskOption) };
  if (control.kind !== 'text' || control.how !== 'is' || !isMasked(column, control.text))
    return control;
  const option = maskOption({ value: control.text, isChosen: true });
  return { kind: 'values', how: 'chosen', options: [option] };
}

/** Returns the table of a summary as pages may show it. Names of accounts that are phone numbers are masked. */
export function maskSummary(
  list: EntityList,
  { by: [first, second] }: Summary,
  table: SummaryTable,
): SummaryTable {
  return {
    ...table,
    rows: maskSummaryGroups(list, first.field, table.rows),
    columns: second && table.columns && maskSummaryGroups(list, second.field, table.columns),
  };
}

function maskSummaryGroups(
  list: EntityList,
  field: string,
  groups: readonly SummaryGroup[],
): SummaryGroup[] {
  const column = list.columns.find((candidate) => candidate.field === field);
  return groups.map((group) => {
    if (!column || !isMasked(column, group.text)) return group;
    const search = sealFilters(list, new URLSearchParams(group.search));
    const text = mask(column, group.text);
    return { ...group, text, search: new URLSearchParams(search).toString() };
  });
}
