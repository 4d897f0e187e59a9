import type { FormValue, FormValues } from 'shared/record-values/form-value';
import { isApplicable } from 'shared/record-values/is-applicable';
import { isItemsText, isSameRows } from 'shared/record-values/items';
import { listOptions } from 'shared/record-values/record-values';
import { z } from 'zod';
import type { FormField } from '../entities/form-field';

/**
 * Builds the schema of a form from its fields. `stored` holds the record's values. Unchanged values are not checked, so
 * the text of a repeated group that cannot be read may stay as it is. Fields that do not apply with the posted values
 * are not checked either.
 */
export function buildFormSchema(
  fields: readonly FormField[],
  stored: FormValues,
  posted: (field: string) => unknown,
) {
  return z.object(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        isApplicable(field.when, posted)
          ? buildFieldSchema(field, stored[field.name] ?? '')
          : anything,
      ]),
    ),
  );
}

const anything = z.unknown().optional();

function buildFieldSchema(field: FormField, stored: FormValue): z.ZodType<FormValue | undefined> {
  if (field.items && typeof stored === 'string' && stored !== '') {
    return z
      .string()
      .optional()
      .refine((text) => text === undefined || text === stored || isItemsText(text), {
        error: `${field.label} must be a JSON list of objects`,
      });
  }
  return acceptUntouched(field, stored, buildListedSchema(field, stored));
}

function buildListedSchema(field: FormField, stored: FormValue): FormField['schema'] {
  const options = listOptions(field, stored);
  if (!options) return field.schema;
  return field.schema.refine(
    (value) => value === undefined || options.some((option) => option.value === value),
    { error: `${field.label} is not in the list` },
  );
}

/**
 * Builds a schema that accepts the stored value without a check, unless that is an empty text, and checks any other
 * value.
 */
function acceptUntouched(
  field: FormField,
  stored: FormValue,
  schema: FormField['schema'],
): FormField['schema'] {
  return z
    .unknown()
    .optional()
    .transform((value, { issues }) => {
      if (isUntouched(field, value, stored)) return stored;
      const result = schema.safeParse(value);
      for (const { message, path } of result.error?.issues ?? []) {
        issues.push({ code: 'custom', message, path: [...path], input: value });
      }
      return result.data;
    });
}

function isUntouched({ items }: FormField, value: unknown, stored: FormValue): boolean {
  if (items) return isSameRows(value, stored, items);
  return typeof value === 'string' && value.trim() !== '' && value === stored;
}
