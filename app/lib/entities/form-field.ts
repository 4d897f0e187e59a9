import type {
  Control as DeclaredControl,
  ItemsSpec,
  Option,
  UploadSpec,
  When,
} from 'shared/entities/declaration';
import type { z } from 'zod';

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
  /** The host's name for it in a save; without one it is not sent. */
  wire?: string;
  label: string;
  control: Control;
  hint?: string;
  options?: readonly Option[];
  required: boolean;
  /** Shown but not changed when a record is edited. */
  readOnlyOnEdit?: boolean;
  autoComplete?: string;
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
