import type { SubmissionResult } from '@conform-to/react';
import type { FormValue } from 'shared/record-values/form-value';
import type { Trail } from '../../trail';
import type { FormSection } from '../entities/entity-form';
import type { InputKind, ItemsSpec, Option, UploadSpec, When } from '../entities/form-field';
import type { PasskeyQuestion } from './passkey-question';

/** The data of a form's page, built on the server and rendered by components/record-form. */
export interface FormView {
  /** The title of the document, which names no record. */
  title: string;
  /** The heading, which names the record. */
  heading: string;
  trail: Trail;
  /** The word for one record, as in 'Save country'. */
  name: string;
  isNew: boolean;
  /** The address of the list that the user came from, with its filters. */
  backHref: string;
  /** The title of that list. */
  backTitle: string;
  /** The address of the accesses to the record, for users who may read them. */
  accessesHref?: string;
  /** The address of the page of a user's second factor, for administrators. */
  factorHref?: string;
  /** The address of the record's history. Undefined for a form that adds a record. */
  historyHref?: string;
  fields: FieldView[];
  sections?: readonly FormSection[];
  /** The version of the record with which the form was loaded. */
  version: string;
  /** Identifies this copy of the form, so that a second press of Save does not save again. */
  token: string;
  /** The values and errors of the user's saved draft of this form, if there is one. */
  draft?: FormReply;
  /** The text above the form, about further effects of a save. */
  note?: string;
  /** The reason why the form could not be loaded. The form is then disabled. */
  error?: string;
  /** The reason why this user may read the record but not change it. */
  refusal?: string;
}

/** The data of one field on a form's page. */
export interface FieldView {
  name: string;
  label: string;
  control: InputKind;
  value: FormValue;
  hint?: string;
  options?: readonly Option[];
  items?: ItemsSpec;
  required: boolean;
  readOnly: boolean;
  autoComplete?: string;
  /** True if the input needs only half of the form's width. */
  isShort?: boolean;
  when?: When;
  upload?: UploadView;
  /** A hint about the current value. */
  notice?: string;
  /**
   * The masked value. The form shows it as text, with a button that reveals the value, and does not send the field until
   * the value is revealed. `value` is then empty.
   */
  masked?: string;
}

/** The data that a page needs to upload a file. */
export interface UploadView extends Pick<UploadSpec, 'accepts' | 'content'> {
  /** The address to which script uploads a file before the form is saved. */
  href: string;
  maxBytes: number;
  /** The address of the folder of all uploads. The images of rich text are below it. */
  folder: string;
  /** The address of the gallery's images. Undefined if the panel has no list of them. */
  galleryHref?: string;
  /** The other origins whose images the page may show. */
  origins: readonly string[];
}

/** The reply of a form's action if nothing was saved. It holds the posted values and the errors. */
export interface FormReply extends SubmissionResult<string[]> {
  /**
   * The version of the record that the user has seen: after a conflict the current version, otherwise the posted
   * version.
   */
  version?: string;
  conflict?: Conflict;
  doubts?: Doubts;
  /** The names of the masked fields whose values the form shows, because the user has revealed or typed them. */
  revealed?: string[];
  /** The proof that the user must enter to prove who they are before the form is saved. */
  proof?: ProofQuestion;
  /** A new question for the second factor, because each can be answered once. */
  factor?: FactorQuestion;
  /** A new question for a new passkey, for the same reason. */
  newPasskey?: PasskeyQuestion;
}

/** Asks for the user's second factor, or for the password. */
export interface ProofQuestion extends FactorQuestion {
  kind: 'code' | 'password';
  /** One of the errors of the form. */
  message: string;
  /** The button of the form that asked. A passkey posts its name and value, because nobody presses the button again. */
  pressed?: { name: string; value: string };
}

/** Says how a user can prove that they have their second factor. */
export interface FactorQuestion {
  /** True if the user has an authenticator app. */
  hasApp: boolean;
  /** The question for a passkey, if the user has one for this address. */
  passkey?: PasskeyQuestion;
}

/** Describes how the record has changed since the form was loaded. */
export interface Conflict {
  /** The fields that differ, with both values as text. */
  differences: { label: string; yours: string; theirs: string }[];
}

/** Says why values that may be saved are probably a mistake. */
export interface Doubt {
  text: string;
  /** The other record that the text is about. */
  link?: { text: string; href: string };
}

/** The doubts about the values of a form, which the user confirms with a second button. */
export interface Doubts {
  list: Doubt[];
  /** The value of the button. It belongs to these doubts only. */
  confirm: string;
  /** True if the user has pressed the button that saves and then opens the form for another record. */
  savesAnother: boolean;
}

/** The id of the form of a record. A page has at most one. */
export const RECORD_FORM = 'record';

/** The names of the inputs that forms have besides their fields. Only forms of records have a version. */
export const formInputs = {
  version: '_version',
  token: '_token',
  /** The button that saves and then opens the form for another record. */
  next: '_next',
  /** The button that saves values in spite of doubts. Its value names the doubts. */
  confirm: '_confirm',
  /** The same button after the one that saves and then opens the form for another record. */
  confirmNext: '_confirm_next',
  /** The button that discards the typed values and shows the stored record again. */
  discard: '_discard',
  /** A code of the second factor, or the password: see lib/factor/require-recent-proof.server.ts. */
  proof: '_proof',
  /** The button that reveals a masked value. Its value is the name of the field. */
  reveal: '_reveal',
  /** The button that puts an image into a rich text. Its value is the name of the field. */
  insert: '_insert',
  /** The address of the page, which the button that locks the session sends. */
  page: '_page',
  /** Present if the page shows a draft, which locking the session then replaces. */
  draft: '_draft',
} as const;

/** Returns the name of the input for the file of a field. */
export function getFileInput(field: string): string {
  return `_file_${field}`;
}

/** Returns the name of the input for the picture of a field that could not be cleaned and is stored as it is. */
export function getAsItIsInput(field: string): string {
  return `_as_it_is_${field}`;
}

/** Returns whether an input takes the file of a field. */
export function isFileInput(input: string): boolean {
  return input.startsWith(getFileInput('')) || input.startsWith(getAsItIsInput(''));
}

/** Returns the name of the input for the reason that script could not upload the chosen file of a field. */
export function getRefusalInput(field: string): string {
  return `_refusal_${field}`;
}

/**
 * Returns the names of the inputs for an image of a rich text: its text alternative, and the address of an image that
 * was uploaded but is not in the text yet.
 */
export function getImageInputs(field: string): { alternative: string; address: string } {
  return { alternative: `_alternative_${field}`, address: `_image_${field}` };
}

/** Returns the names of the inputs of a row in a repeated group. */
export function getRowInputs({ inputs }: ItemsSpec): string[] {
  return ['id', ...inputs.map(({ name }) => name)];
}
