import { z } from 'zod';
import type { ApiResult } from '../host/envelope';

export interface Option {
  /** The value that the host stores. */
  value: string;
  label: string;
  /** Other words that hosts use for it, in lower case. */
  aliases?: readonly string[];
  /** The meaning of the choice, shown beside the choices of a new record. */
  hint?: string;
}

/** A row of a repeated group, such as a quiz option: its inputs by name, and `id`. */
export type ItemRow = Readonly<Record<string, string | undefined>>;

/** One input of a repeated group. */
export interface ItemInput {
  name: string;
  label: string;
  control: 'text' | 'textarea' | 'checkbox';
  /** The message for an empty one; undefined makes it optional. */
  required?: string;
}

export interface ItemsSpec {
  /** The name of one row, as in 'Add option'. */
  item: string;
  inputs: readonly ItemInput[];
  /** Rows that stand together under one heading. */
  pageSize: number;
}

/** The value of an input: a text, or the rows of a repeated group. */
export type FormValue = string | readonly ItemRow[];

export type Control =
  | 'text'
  | 'email'
  | 'tel'
  | 'decimal'
  | 'password'
  | 'textarea'
  | 'select'
  | 'radio'
  | 'color'
  /** HTML, in an editor where there is script. */
  | 'rich-text'
  /** The address of a file, which can be uploaded here. */
  | 'file'
  /** Shown, never posted. */
  | 'display'
  /** A repeated group of inputs. */
  | 'items';

/** A field is in force while another one holds a value, or while it does not. */
export type When = { field: string; is: string } | { field: string; isNot: string };

/** The files that may be uploaded into a field, and the folder for them. */
export interface UploadSpec {
  /** The end of the upload end point's address (wire.md). */
  target: 'Facility' | 'Resource';
  accepts: 'image' | 'any';
  /** In messages: 'Unable to upload {what}. Please try again'. */
  what: string;
}

/** One input of a form: what a person sees, what it must hold, and its name on the wire. */
export interface FormField {
  /** The input's name, and the record's field unless `source` names another. */
  name: string;
  source?: string;
  /** The host's name for it in `{noun}/update`; without one it is not sent. */
  wire?: string;
  label: string;
  control: Control;
  /** A function where it depends on what is known of the host. */
  hint?: string | (() => string);
  options?: readonly Option[];
  required: boolean;
  /** Shown but not changed when a record is edited. */
  readOnlyOnEdit?: boolean;
  autoComplete?: string;
  /** Options that the host keeps; they are read each time the form is. */
  loadOptions?: () => Promise<ApiResult<Option[]>>;
  items?: ItemsSpec;
  /** Undefined is always in force. What is not is neither checked nor sent. */
  when?: When;
  upload?: UploadSpec;
  schema: z.ZodType<FormValue | undefined>;
  /** Takes out what may not be stored. A value that was left as it stood is not cleaned. */
  clean?: (text: string) => string;
  /** A hint about the current value. */
  notice?: (text: string) => string | undefined;
}

export type FieldExtra = Partial<
  Pick<FormField, 'hint' | 'readOnlyOnEdit' | 'autoComplete' | 'loadOptions' | 'when' | 'source'>
>;

/** `required` is the message for an empty field; undefined makes it optional. */
export function formField(
  name: string,
  wire: string,
  label: string,
  control: Control,
  schema: z.ZodType<string, string>,
  required: string | undefined,
  extra: FieldExtra,
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

/** Returns the field with a further rule: a text that `problemOf` returns refuses the value. */
export function withRule(
  field: FormField,
  problemOf: (text: string) => string | undefined,
): FormField {
  const schema = field.schema.superRefine((value, context) => {
    const message = typeof value === 'string' ? problemOf(value) : undefined;
    if (message) context.addIssue({ code: 'custom', message });
  });
  return { ...field, schema };
}

/** A text of at most `max` characters. */
export function limited(label: string, max: number) {
  return z
    .string()
    .max(max, `${label} must be ${max.toLocaleString('en')} characters or fewer`)
    .refine((value) => !value.includes('\0'), `${label} holds a character that cannot be saved`);
}
