import { INTENT } from '@conform-to/dom';
import type { DeclaredInputs } from 'shared/form-reader/declared';
import type { FormField } from '../entities/form-field';
import { formInputs, rowInputs } from './form-view';
import type { FormValues } from './record-values';

/** Returns the inputs of a record form: its fields, the rows of its lists, and what every form carries. */
export function declaredInputs(fields: readonly FormField[]): DeclaredInputs {
  const lists = fields.flatMap(({ name, items }): [string, string[]][] =>
    items ? [[name, rowInputs(items)]] : [],
  );
  return {
    fields: [...fields.map(({ name }) => name), ...Object.values(formInputs), INTENT],
    lists: Object.fromEntries(lists),
  };
}

/**
 * Whether a list came as one text although its stored rows can be read: only a list that is broken or too long is
 * a text in the form, and a page that shows rows cannot show it.
 */
export function hasListAsText(
  posted: FormData,
  fields: readonly FormField[],
  stored: FormValues,
): boolean {
  return fields.some(
    ({ name, items }) => items && posted.has(name) && typeof stored[name] !== 'string',
  );
}
