import { textOf } from 'shared/rich-text/sanitize';
import type { FormField, FormValue } from '../entities/form-field';
import type { Conflict } from './form-view';
import { isInForce } from './in-force';
import { addOption, type FormValues } from './record-values';

/** The maximum number of characters of a value that a conflict shows: comparing long rich texts takes long. */
const MAX_COMPARED = 10_000;
/** The number of characters before the first difference that an excerpt shows. */
const CONTEXT = 200;

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
  const excerpt = excerptDifference(line.yours, line.theirs);
  if (field.control !== 'rich-text') return [{ ...line, ...excerpt }];
  const [mine, now] = [textOf(excerpt.yours), textOf(excerpt.theirs)];
  return [
    mine === now
      ? { ...line, yours: 'Another formatting of the same text', theirs: now }
      : { ...line, yours: mine, theirs: now },
  ];
}

/**
 * Returns both texts, or excerpts from a little before their first difference if one is longer than
 * MAX_COMPARED characters.
 */
function excerptDifference(yours: string, theirs: string): { yours: string; theirs: string } {
  if (Math.max(yours.length, theirs.length) <= MAX_COMPARED) return { yours, theirs };
  let same = 0;
  while (same < yours.length && yours[same] === theirs[same]) same += 1;
  const start = Math.max(0, same - CONTEXT);
  const cut = (text: string) => {
    const part = text.slice(start, start + MAX_COMPARED);
    return `${start > 0 ? '… ' : ''}${part}${start + MAX_COMPARED < text.length ? ' …' : ''}`;
  };
  return { yours: cut(yours), theirs: cut(theirs) };
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
