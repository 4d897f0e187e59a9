import { z } from 'zod';
import type { FormField, FormValue } from '../entities/fields';
import { isItemsText } from '../entities/items';
import { type FormValues, optionsWith } from './record-values';

/**
 * The schema of a form, put together from its fields. `stored` holds the record's values as they
 * stand: a choice may keep a value that is in no list, and a broken list its text.
 */
export function formSchema(fields: readonly FormField[], stored: FormValues) {
  return z.object(
    Object.fromEntries(
      fields.map((field) => [field.name, fieldSchema(field, stored[field.name] ?? '')]),
    ),
  );
}

function fieldSchema(field: FormField, stored: FormValue): z.ZodType<FormValue | undefined> {
  if (field.items && typeof stored === 'string' && stored !== '') {
    return z
      .string()
      .optional()
      .refine((text) => text === undefined || text === stored || isItemsText(text), {
        error: `${field.label} must be a JSON list of objects`,
      });
  }
  const options = optionsWith(field, stored);
  if (!options) return field.schema;
  return field.schema.refine(
    (value) => value === undefined || options.some((option) => option.value === value),
    { error: `${field.label} is not in the list` },
  );
}
