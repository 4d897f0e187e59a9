import type { FieldValues } from 'shared/list/count-values';
import type { Filter } from 'shared/list/filters';
import { readOffset } from 'shared/list/relative-days';
import { fold } from 'shared/list/values';
import type { Column } from '../entities/column';
import type { ValuesByField } from './field-values.server';
import type {
  DateHow,
  FilterField,
  FilterFieldControl,
  FilterGroup,
  ValueOption,
} from './filter-page-view';
import { listOtherWords } from './find-columns';
import { sortValues } from './sort-values';

/**
 * Builds the filters of all columns of a list, in the groups of the column chooser. Choice columns have check boxes.
 * Text columns with few values have them too, unless the list is filtered by a text that the column contains. The
 * column `key` is never empty, so its filter does not offer empty fields.
 */
export function buildFilterGroups(
  columns: readonly Column[],
  key: string,
  filters: readonly Filter[],
  values: ValuesByField,
  explanations: ReadonlyMap<string, string> = new Map(),
): FilterGroup[] {
  const groups = new Map<string | undefined, FilterGroup>();
  for (const column of columns) {
    const group = groups.get(column.group) ?? { title: column.group, fields: [] };
    const filter = filters.find(({ field }) => field === column.field);
    const field = {
      ...buildField(column, filter, values.get(column.field)),
      also: listOtherWords(column, explanations),
    };
    const canBeEmpty = column.field !== key || field.orEmpty;
    group.fields.push(canBeEmpty ? field : { ...field, emptyWord: undefined });
    groups.set(column.group, group);
  }
  return [...groups.values()];
}

function buildField(
  column: Column,
  filter: Filter | undefined,
  known: FieldValues | undefined,
): Omit<FilterField, 'also'> {
  const orEmpty = filter?.kind === 'empty' ? filter.empty : filter?.orEmpty === true;
  return {
    field: column.field,
    title: column.title,
    isActive: filter !== undefined,
    orEmpty,
    emptyWord: column.offersValues ? 'No answer' : 'Empty',
    emptyCount: known?.empty,
    control: buildControl(column, filter, known),
  };
}

function buildControl(
  column: Column,
  filter: Filter | undefined,
  known: FieldValues | undefined,
): FilterFieldControl {
  const isSome = filter?.kind === 'empty' && !filter.empty;
  const how = isSome ? 'some' : undefined;
  switch (column.kind) {
    case 'choice':
      return buildValues(column, filter, known, isSome);
    case 'text': {
      if (filter?.kind === 'in' || (known && filter?.kind !== 'text'))
        return buildValues(column, filter, known, isSome);
      const isExact = filter?.kind === 'exact';
      const text = isExact ? filter.equals : filter?.kind === 'text' ? filter.contains : '';
      return { kind: 'text', how: how ?? (isExact ? 'is' : 'contains'), text };
    }
    case 'number': {
      const { min, max } = filter?.kind === 'number' ? filter : {};
      return { kind: 'number', how: how ?? 'range', low: toText(min), high: toText(max) };
    }
    case 'date': {
      const { from, to } = filter?.kind === 'date' ? filter : {};
      return { kind: 'date', ...buildDate(from, to), ...(how ? { how } : {}) };
    }
  }
}

/** Returns the check boxes of a field: its declared options, the values of its rows, and the values of its filter. */
function buildValues(
  { kind, options = [] }: Column,
  filter: Filter | undefined,
  known: FieldValues | undefined,
  isSome: boolean,
): FilterFieldControl {
  const toKey = kind === 'text' ? fold : (text: string) => text;
  const counts = new Map(known?.values.map(({ value, count }) => [toKey(value), count]));
  const chosen = new Map(listChosen(filter).map((value) => [toKey(value), value]));
  const declared = new Set(options.map(toKey));
  const found = (known?.values ?? []).map(({ value }) => value);
  const undeclared = sortValues(found.filter((value) => !declared.has(toKey(value))));
  const others = [...chosen].filter(([key]) => !declared.has(key) && !counts.has(key));
  return {
    kind: 'values',
    how: isSome ? 'some' : 'chosen',
    options: [...options, ...undeclared, ...others.map(([, value]) => value)].map(
      (value): ValueOption => ({
        value,
        count: known && (counts.get(toKey(value)) ?? 0),
        isChosen: chosen.has(toKey(value)),
      }),
    ),
  };
}

function listChosen(filter: Filter | undefined): readonly string[] {
  switch (filter?.kind) {
    case 'in':
      return filter.values;
    case 'exact':
    case 'choice':
      return [filter.equals];
    default:
      return [];
  }
}

/**
 * Returns the inputs for a range of days. Relative days have words if the range begins or ends today, or if it has only
 * one limit. Any other range is shown by its two limits.
 */
function buildDate(from: string | undefined, to: string | undefined) {
  const [first, last] = [from, to].map((day) => (day === undefined ? undefined : readOffset(day)));
  const relative = (how: DateHow, days: number) => ({ how, low: '', high: '', days: toText(days) });
  if (first !== undefined && first <= 0 && last === 0) return relative('last', -first);
  if (first === 0 && last !== undefined && last > 0) return relative('next', last);
  if (from === undefined && last !== undefined && last <= 0) return relative('ago', -last);
  if (to === undefined && first !== undefined && first >= 0) return relative('ahead', first);
  return { how: 'range' as const, low: from ?? '', high: to ?? '', days: '' };
}

function toText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
