import { INTENT } from '@conform-to/dom';
import type { DeclaredInputs } from 'shared/form-reader/declared';
import type { FormValues } from 'shared/record-values/form-value';
import type { FormField } from '../entities/form-field';
import { formInputs, getImageInputs, getRefusalInput, getRowInputs } from './form-view';

/**
 * Returns the inputs of a record form: those of its fields, of the rows of its repeated groups, and of the images in
 * its rich texts, and those that every record form has.
 */
export function getDeclaredInputs(fields: readonly FormField[]): DeclaredInputs {
  const lists = fields.flatMap(({ name, items }): [string, string[]][] =>
    items ? [[name, getRowInputs(items)]] : [],
  );
  const images = fields.filter(({ control }) => control === 'rich-text');
  return {
    fields: [
      ...fields.map(({ name }) => name),
      ...fields.flatMap(({ name, upload }) => (upload ? [getRefusalInput(name)] : [])),
      ...images.flatMap(({ name }) => Object.values(getImageInputs(name))),
      ...Object.values(formInputs),
      INTENT,
    ],
    lists: Object.fromEntries(lists),
  };
}

/**
 * Returns whether a repeated group was posted as one text although its stored rows can be read. The form shows a group
 * as text only if the rows cannot be read or are too many. A page that shows the rows cannot show a posted text.
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
