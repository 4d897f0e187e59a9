import type { FormField, FormValue } from '../entities/fields';
import type { Conflict } from './form-view';
import { type FormValues, optionsWith } from './record-values';

/** What the user typed beside what stands now, for the fields where the two differ. */
export function conflictOf(
  fields: readonly FormField[],
  yours: FormValues,
  theirs: FormValues,
  version: string,
): Conflict {
  const differences = fields
    .filter((field) => field.wire)
    .map((field) => ({
      label: field.label,
      yours: inWords(field, yours[field.name] ?? ''),
      theirs: inWords(field, theirs[field.name] ?? ''),
    }))
    .filter((line) => line.yours !== line.theirs);
  return { version, differences };
}

function inWords(field: FormField, value: FormValue): string {
  if (typeof value === 'string') {
    return optionsWith(field, value)?.find((option) => option.value === value)?.label ?? value;
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
