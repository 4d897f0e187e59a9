import type {
  Control as DeclaredControl,
  ItemsSpec,
  Option,
  UploadSpec,
  When,
} from 'shared/entities/declaration';
import { z } from 'zod';
import type { ApiResult } from '../host/envelope';

export type { ItemInput, ItemsSpec, Option, UploadSpec, When } from 'shared/entities/declaration';

/** A row of a repeated group, such as a quiz option: its inputs by name, and `id`. */
export type ItemRow = Readonly<Record<string, string | undefined>>;

/** The value of an input: a text, or the rows of a repeated group. */
export type FormValue = string | readonly ItemRow[];

/** The input of a field; `password` and `display` belong to forms that no declaration has. */
export type Control = DeclaredControl | 'password' | 'display';

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

/** A text of at most `max` characters. */
export function limited(label: string, max: number) {
  return z
    .string()
    .max(max, `${label} must be ${max.toLocaleString('en')} characters or fewer`)
    .refine((value) => !value.includes('\0'), `${label} holds a character that cannot be saved`);
}
