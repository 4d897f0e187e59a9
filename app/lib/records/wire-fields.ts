import { toText } from 'shared/list/values';
import type { FormField, FormValue } from '../entities/form-field';
import { writeItems } from '../entities/items';
import { isInForce } from '../form/in-force';
import { type FormValues, getSource } from '../form/record-values';
import type { FormFields } from '../host/api-host';
import type { OpenForm } from './open-form.server';

/** The values of a form under the host's names; fields without one, or not in force, stay here. */
export function buildWireFields(
  { fields, record, stored }: Pick<OpenForm, 'fields' | 'record' | 'stored'>,
  values: FormValues,
): FormFields {
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      if (!field.wire || !isInForce(field.when, (name) => values[name])) return [];
      const value = values[field.name];
      // Rows that were all removed leave no input behind: an empty list, not a missing one.
      const text = field.items
        ? writeItems(value ?? [], record[getSource(field)], field.items)
        : getWireText(field, toText(value), stored[field.name]);
      return [[field.wire, text]];
    }),
  );
}

/** Returns an unchanged text byte for byte, and an edited one cleaned if the field declares that. */
function getWireText(field: FormField, text: string, stored: FormValue | undefined): string {
  return text === stored ? text : (field.clean?.(text) ?? text);
}
