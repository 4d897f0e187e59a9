import type {
  Control as DeclaredControl,
  Identifying,
  ItemsSpec,
  Masking,
  Option,
  UploadSpec,
  When,
} from 'shared/entities/field';
import type { FormValue } from 'shared/record-values/form-value';
import type { z } from 'zod';

export type { ItemInput, ItemsSpec, Option, UploadSpec, When } from 'shared/entities/field';

/** The kind of input that a form has for a field. No declaration uses `password` or `display`. */
export type InputKind = DeclaredControl | 'password' | 'display';

/** One input of a form, with its label, its rules, and the host's name for it. */
export interface FormField {
  /** The name of the input. */
  name: string;
  /** The record's field that the input shows and changes. Defaults to `name`. */
  source?: string;
  /** The host's name for the field in a save. If undefined, the field is not sent. */
  wire?: string;
  label: string;
  /** See isIdentifying. */
  identifying: Identifying;
  /** The part of the value that pages hide if MASK_IDENTIFIERS is on. */
  masked?: Masking;
  control: InputKind;
  hint?: string;
  options?: readonly Option[];
  /** See Input.takesShortNumbers. */
  takesShortNumbers?: true;
  required: boolean;
  /** True if the field is read-only when a record is edited. */
  readOnlyOnEdit?: boolean;
  autoComplete?: string;
  /** True if the input needs only half of the form's width. */
  isShort?: boolean;
  items?: ItemsSpec;
  /** The condition under which the field applies. A field that does not apply is neither checked nor sent. */
  when?: When;
  upload?: UploadSpec;
  schema: z.ZodType<FormValue | undefined>;
  /** Removes the parts of an edited text that must not be stored. Unchanged texts are not cleaned. */
  clean?: (text: string) => string | Promise<string>;
  /** Returns a hint about the current value, or undefined if there is none to show. */
  notice?: (text: string) => string | undefined;
}
