import type { SubmissionResult } from '@conform-to/react';
import type {
  Control,
  FormValue,
  ItemsSpec,
  Option,
  UploadSpec,
  When,
} from '../entities/form-field';

/** The data of a form's page, built on the server and rendered by components/record-form. */
export interface FormView {
  title: string;
  /** In messages: 'Save country'. */
  name: string;
  isNew: boolean;
  /** The list the user came from, with its filters. */
  backHref: string;
  backTitle: string;
  fields: FieldView[];
  /** The state of the record that the form was loaded with. */
  version: string;
  /** Names this one filling of the form: a second press of Save does not save again. */
  token: string;
  /** The draft that was saved when the session ended. */
  draft?: FormReply;
  /** The reason that the record could not be loaded; the form is disabled then. */
  error?: string;
  /** The reason that this user may read the record and not change it. */
  refusal?: string;
}

export interface FieldView {
  name: string;
  label: string;
  control: Control;
  value: FormValue;
  hint?: string;
  options?: readonly Option[];
  items?: ItemsSpec;
  required: boolean;
  readOnly: boolean;
  autoComplete?: string;
  when?: When;
  upload?: UploadView;
  /** A hint about the current value. */
  notice?: string;
}

export interface UploadView extends Pick<UploadSpec, 'accepts' | 'content'> {
  /** The address to which script sends a file by itself, before the form is saved. */
  href: string;
  maxBytes: number;
  /** The other origins whose images the page may show. */
  origins: readonly string[];
}

/** The reply of a form's action that did not save: everything typed comes back, with what is wrong. */
export interface FormReply extends SubmissionResult<string[]> {
  /** The version of the record that its user has seen: the posted one, or after a conflict the current one. */
  version?: string;
  conflict?: Conflict;
}

/** Describes how the record has changed since the form was loaded. */
export interface Conflict {
  /** The fields that differ, in words. */
  differences: { label: string; yours: string; theirs: string }[];
}

/** The names of the inputs that forms carry besides their fields; the version is a record form's alone. */
export const formInputs = { version: '_version', token: '_token', next: '_next' } as const;

/** The input of a file that is to be uploaded into a field. */
export function getFileInput(field: string): string {
  return `_file_${field}`;
}

/** Returns the names of the inputs of a list's row. */
export function getRowInputs({ inputs }: ItemsSpec): string[] {
  return ['id', ...inputs.map(({ name }) => name)];
}
