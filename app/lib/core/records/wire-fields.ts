import { CONTENT } from 'shared/entities/fields';
import { toText } from 'shared/list/values';
import type { FormValue, FormValues } from 'shared/record-values/form-value';
import { isApplicable } from 'shared/record-values/is-applicable';
import { writeItems } from 'shared/record-values/items';
import { getSource } from 'shared/record-values/record-values';
import { failWith, type Result, succeeded } from 'shared/result';
import type { FormField } from '../entities/form-field';
import type { FormFields } from '../host/api-host';
import type { OpenForm } from './open-form.server';

/**
 * Returns the values of a form by the host's names. Omits fields that have no such name and fields that do not apply.
 * Cleans edited texts. With `former`, the values are ones that the host had stored before, and are not cleaned.
 */
export async function buildWireFields(
  { fields, record, stored }: Pick<OpenForm, 'fields' | 'record' | 'stored'>,
  values: FormValues,
  { former = false } = {},
): Promise<FormFields> {
  const found: Record<string, string> = {};
  for (const field of fields) {
    if (!field.wire || !isApplicable(field.when, (name) => values[name])) continue;
    const value = values[field.name];
    // If all rows were removed, the form has no value for the list. It is sent as an empty list.
    found[field.wire] = field.items
      ? writeItems(value ?? [], record[getSource(field)], field.items)
      : await getWireText(field, toText(value), former ? value : stored[field.name]);
  }
  return found;
}

/** Returns an unchanged text as it is. Cleans an edited text if the field has a function for that. */
async function getWireText(
  field: FormField,
  text: string,
  stored: FormValue | undefined,
): Promise<string> {
  return text === stored ? text : ((await field.clean?.(text)) ?? text);
}

/**
 * Checks that all cleaned texts can be saved. Cleaning writes special characters as codes, so that a text that the form
 * accepts can become longer than CONTENT, the limit of each rich text. `sent` contains the values by the host's names.
 */
export function checkLengths(
  { fields, stored }: Pick<OpenForm, 'fields' | 'stored'>,
  sent: FormFields,
): Result<undefined, string> {
  for (const { name, label, wire, clean } of fields) {
    const text = wire && clean ? sent[wire] : undefined;
    if (text === undefined || text === stored[name] || text.length <= CONTENT) continue;
    const [length, max] = [text.length, CONTENT].map((number) => number.toLocaleString('en'));
    return failWith(
      `${label} has ${length} characters, because characters such as < are stored as codes. It must have ${max} or fewer.`,
    );
  }
  return succeeded;
}
