import { z } from 'zod';
import type { ApiResult } from '../api/envelope';
import type { ItemsSpec } from './items';

export interface Option {
  /** What the host stores. */
  value: string;
  label: string;
  /** Other words that hosts use for it, in lower case. */
  aliases?: readonly string[];
}

/** A row of a repeated group, such as a quiz option: its inputs by name, and `id`. */
export type ItemRow = Readonly<Record<string, string | undefined>>;

/** What an input holds: a text, or the rows of a repeated group. */
export type FormValue = string | readonly ItemRow[];

export type Control =
  | 'text'
  | 'email'
  | 'tel'
  | 'password'
  | 'textarea'
  | 'select'
  | 'radio'
  | 'color'
  /** Shown, never posted. */
  | 'display'
  /** A repeated group of inputs. */
  | 'items';

/** One input of a form: what a person sees, what it must hold, and its name on the wire. */
export interface FormField {
  /** The record's field, also the input's name. */
  name: string;
  /** The host's name for it in `{noun}/update`; without one it is not sent. */
  wire?: string;
  label: string;
  control: Control;
  hint?: string;
  options?: readonly Option[];
  required: boolean;
  /** Shown but not changed when a record is edited. */
  readOnlyOnEdit?: boolean;
  autoComplete?: string;
  /** Options that the host keeps; they are read each time the form is. */
  loadOptions?: () => Promise<ApiResult<Option[]>>;
  items?: ItemsSpec;
  schema: z.ZodType<FormValue | undefined>;
}

type Extra = Partial<Pick<FormField, 'hint' | 'readOnlyOnEdit' | 'autoComplete' | 'loadOptions'>>;

const SHORT = 255;
const LONG = 5_000;

/** A line of text; `required` is the message for an empty one, undefined makes it optional. */
export function textField(
  name: string,
  wire: string,
  label: string,
  required?: string,
  extra: Extra = {},
): FormField {
  return field(name, wire, label, 'text', limited(label, SHORT), required, extra);
}

export function textArea(
  name: string,
  wire: string,
  label: string,
  required?: string,
  extra: Extra = {},
): FormField {
  return field(name, wire, label, 'textarea', limited(label, LONG), required, extra);
}

export function telField(name: string, wire: string, label: string, required?: string): FormField {
  return field(name, wire, label, 'tel', limited(label, SHORT), required, {});
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
): FormField {
  return field(
    name,
    wire,
    label,
    'email',
    limited(label, SHORT).pipe(z.email(invalid)),
    required,
    {},
  );
}

/** A colour code, chosen with a picker where there is script and typed where there is none. */
export function colorField(name: string, wire: string, label: string, required: string): FormField {
  const schema = limited(label, 9).regex(
    /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
    `${label} must be a code such as #1B7F5C`,
  );
  return field(name, wire, label, 'color', schema, required, { hint: 'A code such as #1B7F5C' });
}

/** One of a list; the value is checked against it. */
export function selectField(
  name: string,
  wire: string,
  label: string,
  options: readonly Option[],
  required: string,
  extra: Extra = {},
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
  extra: Extra,
): FormField {
  const anyText = limited(label, SHORT);
  return { ...field(name, wire, label, 'select', anyText, required, extra), options };
}

function field(
  name: string,
  wire: string,
  label: string,
  control: Control,
  schema: z.ZodType<string, string>,
  required: string | undefined,
  extra: Extra,
): FormField {
  return {
    name,
    wire,
    label,
    control,
    required: required !== undefined,
    schema:
      required === undefined
        ? schema.optional()
        : z.string({ error: required }).trim().min(1, required).pipe(schema),
    ...extra,
  };
}

/** A text of at most `max` characters, all of which can be saved. */
export function limited(label: string, max: number) {
  return z
    .string()
    .max(max, `${label} must be ${max.toLocaleString('en')} characters or fewer`)
    .refine((value) => !value.includes('\0'), `${label} holds a character that cannot be saved`);
}
