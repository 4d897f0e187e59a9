import { textOf } from 'shared/rich-text/sanitize';
import type { FormField, FormValue } from '../entities/form-field';
import type { Conflict } from './form-view';
import { isInForce } from './in-force';
import { addOption, type FormValues } from './record-values';

/** Returns the fields whose posted and current values differ, with both values. */
export function findConflict(
  fields: readonly FormField[],
  yours: FormValues,
  theirs: FormValues,
): Conflict {
  const differences = fields
    .filter((field) => field.wire)
    .flatMap((field) => findDifference(field, getValue(yours, field), getValue(theirs, field)));
  return { differences };
}

function getValue(values: FormValues, field: FormField): FormValue {
  return isInForce(field.when, (name) => values[name]) ? (values[field.name] ?? '') : '';
}

function findDifference(
  field: FormField,
  yours: FormValue,
  theirs: FormValue,
): Conflict['differences'] {
  const line = {
    label: field.label,
    yours: describeValue(field, yours),
    theirs: describeValue(field, theirs),
  };
  if (line.yours === line.theirs) return [];
  if (field.control !== 'rich-text') return [line];
  const [mine, now] = [textOf(line.yours), textOf(line.theirs)];
  return [
    mine === now
      ? { ...line, yours: 'Another formatting of the same text', theirs: now }
      : { ...line, yours: mine, theirs: now },
  ];
}

function describeValue(field: FormField, value: FormValue): string {
  if (typeof value === 'string') {
    return addOption(field, value)?.find((option) => option.value === value)?.label ?? value;
  }
  return value
    .map((row, index) => {
      const parts = (field.items?.inputs ?? []).map(({ name, label, control }) =>
        control === 'checkbox' ? (row[name] ? label : '') : (row[name] ?? ''),
      );
      return `${index + 1}. ${parts.filter(Boolean).join(', ')}`;
    })
    .join('\n');
}
