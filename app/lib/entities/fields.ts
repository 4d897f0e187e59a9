import { LONG_TEXT, SHORT_TEXT } from 'shared/entities/fields';
import { z } from 'zod';
import { type FieldExtra, type FormField, formField, limited, type Option } from './form-field';

export type { Control, FormField, FormValue, ItemRow, Option } from './form-field';

/** A line of text; `required` is the message for an empty one, undefined makes it optional. */
export function textField(
  name: string,
  wire: string,
  label: string,
  required?: string,
  extra: FieldExtra = {},
): FormField {
  return formField(name, wire, label, 'text', limited(label, SHORT_TEXT), required, extra);
}

export function textArea(
  name: string,
  wire: string,
  label: string,
  required?: string,
  extra: FieldExtra = {},
): FormField {
  return formField(name, wire, label, 'textarea', limited(label, LONG_TEXT), required, extra);
}

/** A value that the form shows for orientation and never sends. */
export function displayField(name: string, label: string): FormField {
  return { name, label, control: 'display', required: false, schema: z.string().optional() };
}

/** A colour code, chosen with a picker where there is script and typed where there is none. */
export function colorField(name: string, wire: string, label: string, required: string): FormField {
  const schema = limited(label, 9).regex(
    /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
    `${label} must be a code such as #1B7F5C`,
  );
  return formField(name, wire, label, 'color', schema, required, {
    hint: 'A code such as #1B7F5C',
  });
}

/** Returns a field with two or three choices, all of which are visible. */
export function radioField(
  name: string,
  wire: string,
  label: string,
  options: readonly Option[],
  required: string,
): FormField {
  return { ...buildChoice(name, wire, label, options, required, {}), control: 'radio' };
}

/** Status is sent as 1 for Active, 2 otherwise (product-spec.md §3). */
export function statusField(name: string): FormField {
  return radioField(
    name,
    'ustatus',
    'Status',
    [
      { value: '1', label: 'Active' },
      { value: '2', label: 'Disabled', aliases: ['inactive', '0'] },
    ],
    'Status is required',
  );
}

function buildChoice(
  name: string,
  wire: string,
  label: string,
  options: readonly Option[],
  required: string,
  extra: FieldExtra,
): FormField {
  const anyText = limited(label, SHORT_TEXT);
  return { ...formField(name, wire, label, 'select', anyText, required, extra), options };
}
