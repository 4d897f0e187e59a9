import { z } from 'zod';
import type { FormField, FormValue } from '../entities/fields';
import { isItemsText } from '../entities/items';
import { isInForce } from './in-force';
import { type FormValues, optionsWith } from './record-values';

/**
 * The schema of a form, put together from its fields. `stored` holds the record's values as they
 * stand: a choice may keep a value that is in no list, and a broken list its text. What is not in
 * force with the posted values is taken as it is, and goes nowhere.
 */
export function formSchema(
  fields: readonly FormField[],
  stored: FormValues,
  posted: (field: string) => unknown,
) {
  return z.object(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        isInForce(field.when, posted) ? fieldSchema(field, stored[field.name] ?? '') : idle,
      ]),
    ),
  );
}

const idle = z.unknown().optional();

function fieldSchema(field: FormField, stored: FormValue): z.ZodType<FormValue | undefined> {
  if (field.items && typeof stored === 'string' && stored !== '') {
    return z
      .string()
      .optional()
      .refine((text) => text === undefined || text === stored || isItemsText(text), {
        error: `${field.label} must be a JSON list of objects`,
      });
  }
  if (field.clean || field.upload) return untouchedOr(field, stored);
  const options = optionsWith(field, stored);
  if (!options) return field.schema;
  return field.schema.refine(
    (value) => value === undefined || options.some((option) => option.value === value),
    { error: `${field.label} is not in the list` },
  );
}

/** Content that came from elsewhere is good as long as it stays as it stands. */
function untouchedOr(field: FormField, stored: FormValue): z.ZodType<FormValue | undefined> {
  return z
    .string()
    .optional()
    .check(({ value, issues }) => {
      if (value === stored) return;
      const result = field.schema.safeParse(value);
      for (const { message } of result.error?.issues ?? []) {
        issues.push({ code: 'custom', message, input: value });
      }
    });
}
