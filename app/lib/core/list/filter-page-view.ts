import type { FoundBy } from './find-columns';

/** A group of columns on the page with the filters of all columns of a list. */
export interface FilterGroup {
  title?: string;
  fields: FilterField[];
}

/** A column with its filter. The names of its inputs begin with the field (read-filter-form.ts). */
export interface FilterField extends FoundBy {
  field: string;
  /** True if the list is filtered by this column. */
  isActive: boolean;
  /** True if the filter also selects rows whose field is empty. */
  orEmpty: boolean;
  /** The word for an empty field. Undefined if the field is never empty. */
  emptyWord?: 'No answer' | 'Empty';
  /** The number of rows whose field is empty. Undefined if it is not known. */
  emptyCount?: number;
  control: FilterFieldControl;
}

export type FilterFieldControl =
  | { kind: 'values'; how: ValuesHow; options: ValueOption[] }
  | { kind: 'text'; how: TextHow; text: string }
  | { kind: 'number'; how: NumberHow; low: string; high: string }
  | { kind: 'date'; how: DateHow; low: string; high: string; days: string };

export interface ValueOption {
  value: string;
  /** The text of the check box, if it differs from the value because the value is masked. */
  label?: string;
  /** The number of rows with this value. Undefined if it is not known. */
  count?: number;
  isChosen: boolean;
}

/** `some` selects the rows whose field is not empty. */
type ValuesHow = 'chosen' | 'some';
type TextHow = 'contains' | 'is' | 'some';
type NumberHow = 'range' | 'some';
export type DateHow = 'range' | 'last' | 'ago' | 'next' | 'ahead' | 'some';

export const textHows: Readonly<Record<TextHow, string>> = {
  contains: 'Contains',
  is: 'Is exactly',
  some: 'Is not empty',
};
export const numberHows: Readonly<Record<NumberHow, string>> = {
  range: 'Between',
  some: 'Is not empty',
};
export const dateHows: Readonly<Record<DateHow, string>> = {
  range: 'Between',
  last: 'In the last days',
  ago: 'Days ago or earlier',
  next: 'In the next days',
  ahead: 'Days from now or later',
  some: 'Is not empty',
};
