import type { FormValue, FormValues } from 'shared/record-values/form-value';
import { isApplicable } from 'shared/record-values/is-applicable';
import type { FormField } from '../entities/form-field';
import { mask } from '../masking/mask.server';
import { describeBoth, describeValue } from './describe-value';
import type { Conflict } from './form-view';

/** Returns the fields whose posted values (`yours`) and current values (`theirs`) differ, with both values as text. */
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
  return isApplicable(field.when, (name) => values[name]) ? (values[field.name] ?? '') : '';
}

function findDifference(
  field: FormField,
  yours: FormValue,
  theirs: FormValue,
): Conflict['differences'] {
  if (describeValue(field, yours) === describeValue(field, theirs)) return [];
  const [mine, now] = describeBoth(field, yours, theirs);
  const isSameText = field.control === 'rich-text' && mine === now;
  return [
    {
      label: field.label,
      yours: isSameText ? 'Another formatting of the same text' : mine,
      theirs: mask(field, now),
    },
  ];
}
