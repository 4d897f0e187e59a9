import { toText } from 'shared/list/values';
import type { FormField, FormValue } from '../entities/form-field';
import { writeItems } from '../entities/items';
import { isApplicable } from '../form/is-applicable';
import { type FormValues, getSource } from '../form/record-values';
import type { FormFields } from '../host/api-host';
import type { OpenForm } from './open-form.server';

/**
 * Returns the values of a form by the host's names. Omits fields that have no such name and fields that do not apply.
 * Cleans edited texts. With `former`, the values are ones that the host had stored before, and are not cleaned.
 */
export function buildWireFields(
  { fields, record, stored }: Pick<OpenForm, 'fields' | 'record' | 'stored'>,
  values: FormValues,
  { former = false } = {},
): FormFields {
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      if (!field.wire || !isApplicable(field.when, (name) => values[name])) return [];
      const value = values[field.name];
      // If all rows were removed, the form has no value for the list. It is sent as an empty list.
      const text = field.items
        ? writeItems(value ?? [], record[getSource(field)], field.items)
        : getWireText(field, toText(value), former ? value : stored[field.name]);
      return [[field.wire, text]];
    }),
  );
}

/** Returns an unchanged text as it is. Cleans an edited text if the field has a function for that. */
function getWireText(field: FormField, text: string, stored: FormValue | undefined): string {
  return text === stored ? text : (field.clean?.(text) ?? text);
}
