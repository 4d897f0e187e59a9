import { z } from 'zod';
import { type FieldExtra, type FormField, formField, limited, type Option } from './form-field';

export type { Control, FormField, FormValue, ItemRow, Option } from './form-field';

/** The limits of the embedded host (backend/fields.ts). */
const SHORT = 255;
const LONG = 5_000;

/** A line of text; `required` is the message for an empty one, undefined makes it optional. */
export function textField(
  name: string,
  wire: string,
  label: string,
  required?: string,
  extra: FieldExtra = {},
): FormField {
  return formField(name, wire, label, 'text', limited(label, SHORT), required, extra);
}

/** A line of text that may be as long as a text of several lines, such as an address. */
export function longTextField(
  name: string,
  wire: string,
  label: string,
  required?: string,
): FormField {
  return formField(name, wire, label, 'text', limited(label, LONG), required, {});
}

export function textArea(
  name: string,
  wire: string,
  label: string,
  required?: string,
  extra: FieldExtra = {},
): FormField {
  return formField(name, wire, label, 'textarea', limited(label, LONG), required, extra);
}

export function telField(name: string, wire: string, label: string, required?: string): FormField {
  return formField(name, wire, label, 'tel', limited(label, SHORT), required, {});
}

/** A value that the form shows for orientation and never sends. */
export function displayField(name: string, label: string): FormField {
  return { name, label, control: 'display', required: false, schema: z.string().optional() };
}

export function emailField(
  name: string,
  wire: string,
  label: string,
  required: string | undefined,
  invalid: string,
  extra: FieldExtra = {},
): FormField {
  return formField(
    name,
    wire,
    label,
    'email',
    limited(label, SHORT).pipe(z.email(invalid)),
    required,
    extra,
  );
}

/** A decimal number within bounds, both inclusive, such as a degree. */
export function decimalField(
  name: string,
  wire: string,
  label: string,
  required: string,
  [min, max]: readonly [number, number],
): FormField {
  const schema = limited(label, 30).refine((text) => {
    const number = /^[+-]?\d{1,10}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max;
  }, `${label} must be a number from ${min} to ${max}`);
  return formField(name, wire, label, 'decimal', schema, required, {
    hint: `A number from ${min} to ${max}, with a point`,
  });
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

/** One of a list; the value is checked against it. */
export function selectField(
  name: string,
  wire: string,
  label: string,
  options: readonly Option[],
  required: string,
  extra: FieldExtra = {},
): FormField {
  return { ...choiceOf(name, wire, label, options, required, extra), control: 'select' };
}

/** One of two or three values that all stand on the page. */
export function radioField(
  name: string,
  wire: string,
  label: string,
  options: readonly Option[],
  required: string,
): FormField {
  return { ...choiceOf(name, wire, label, options, required, {}), control: 'radio' };
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

/** Yes is sent as 1, No as 2 (product-spec.md §3); hosts may hold 0 for No. */
export function yesNoField(name: string, wire: string, label: string, required: string): FormField {
  const options = [
    { value: '1', label: 'Yes', aliases: ['true'] },
    { value: '2', label: 'No', aliases: ['0', 'false'] },
  ];
  return radioField(name, wire, label, options, required);
}

/** Options whose stored value is the label itself. */
export function sameValues(labels: readonly string[]): Option[] {
  return labels.map((label) => ({ value: label, label }));
}

function choiceOf(
  name: string,
  wire: string,
  label: string,
  options: readonly Option[],
  required: string,
  extra: FieldExtra,
): FormField {
  const anyText = limited(label, SHORT);
  return { ...formField(name, wire, label, 'select', anyText, required, extra), options };
}
