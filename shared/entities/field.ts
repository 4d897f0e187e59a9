import type { FieldKind } from '../list/grammar';
import type { Unit } from '../units';
import type { ValueKind } from '../values/normalize';

/** The way in which a value is shown. Each format belongs to one FieldKind. */
export type Format =
  | 'text'
  | 'number'
  | 'date'
  | 'date-time'
  | 'choice'
  /** A choice of words for the state of a record. */
  | 'status'
  | 'color'
  | 'score'
  | 'file'
  | 'file-size';

/** The kind of input that a form has for a field. */
export type Control =
  | 'text'
  | 'email'
  | 'tel'
  | 'decimal'
  | 'textarea'
  | 'select'
  | 'radio'
  | 'color'
  /** HTML. If script runs, the input is an editor. */
  | 'rich-text'
  /** The address of a file. The input can also upload the file. */
  | 'file'
  /** A repeated group of inputs, stored as JSON text. */
  | 'items';

/** One of the values that a field can hold. */
export interface Option {
  /** The value that the host stores. */
  value: string;
  label: string;
  /** Other words that hosts send for this value, in lower case. */
  aliases?: readonly string[];
  /** The meaning of the option. The form shows it only when a record is added. */
  hint?: string;
}

/** One input of a repeated group. */
export interface ItemInput {
  name: string;
  label: string;
  control: 'text' | 'textarea' | 'checkbox';
  /** The message if the input is empty. If undefined, the input is optional. */
  required?: string;
}

/** The description of a repeated group of inputs. */
export interface ItemsSpec {
  /** The word for one row, as in 'Add option'. */
  item: string;
  inputs: readonly ItemInput[];
  /** The number of rows in a part. Without script, a page has inputs for only one part. */
  pageSize: number;
}

/** The condition under which a field applies: another field has, or does not have, the given value. */
export type When = { field: string; is: string } | { field: string; isNot: string };

/** The files that may be uploaded for a field, and the upload endpoint that receives them. */
export interface UploadSpec {
  /** The last part of the upload endpoint's address (docs/spec/wire.md). */
  target: 'Facility' | 'Resource';
  accepts: 'image' | 'any';
  /** The word for the file in messages such as 'Unable to upload {content}. Please try again'. */
  content: string;
}

/** The input that a form has for a field, and the parameter in which hosts receive its value. */
export interface Input {
  /** The name of the parameter in a call of `{name}/update`. */
  wire: string;
  label: string;
  control: Control;
  /** The message for an empty value. If undefined, the value is optional. */
  required?: string;
  /** True if the form requires a value but the embedded host also stores records without one. */
  optionalOnHost?: boolean;
  /** The maximum length in characters. */
  max: number;
  /** Returns the reason that a text is refused, or undefined if it is accepted. */
  rule?: (text: string) => string | undefined;
  options?: readonly Option[];
  hint?: string;
  autoComplete?: string;
  /** True if short numbers can be called, such as the toll-free number of a service. */
  takesShortNumbers?: true;
  /** True if the value can be set only when the record is added. The edit form shows it as read-only. */
  addOnly?: boolean;
  upload?: UploadSpec;
  items?: ItemsSpec;
  when?: When;
  /** The name of the record's field that the input changes, if it differs from this field's name. */
  source?: string;
}

/**
 * True if the values of a field can identify a person: names, phone numbers, e-mail addresses, dates of birth,
 * study numbers, places, and free text. 'account name' is for fields that hold the name of an account, which
 * identifies its owner only if it is an e-mail address or a phone number.
 */
export type Identifying = boolean | 'account name';

/**
 * The part of a field's values that pages hide if MASK_IDENTIFIERS is on (app/lib/core/masking/). A phone number keeps its
 * country code and its last digits. A date of birth is shown as an age. Of a 'text', such as the name of a phone or a
 * message, only the phone numbers in it are hidden. 'nothing' is for identifying texts that can look like phone numbers
 * but are not, such as study numbers.
 */
export type Masking = 'phone number' | 'date of birth' | 'text' | 'nothing';

/**
 * The kind of a value that pseudonymised exports replace, or leave out for another reason than that it identifies
 * people (docs/decisions/0225-pseudonymised-exports.md). 'days from today' is for values that depend on the present
 * day, which would show by how much the dates are shifted.
 */
export type Held =
  | 'study number'
  | 'phone number'
  | 'record id'
  | 'date of birth'
  | 'free text'
  | 'days from today';

/** An event in the timeline of a person. Neither the title nor the text of the field `detail` identifies anybody. */
export interface TimelineEvent {
  title: string;
  /** The field of the same record whose text describes the event. */
  detail?: string;
}

/** A field of an entity: a column of its list, an input of its form, or both. */
export interface Field {
  identifying: Identifying;
  /** Undefined for identifying texts that are masked as 'text', and for fields that identify nobody: see getMasking. */
  masked?: Masking;
  /** Undefined if pseudonymised exports shift the value, if it is a date, and else leave it out or as it is. */
  holds?: Held;
  kind: FieldKind;
  /** The kind by which values are normalised, if it does not follow from the other properties: see getValueKind. */
  valueKind?: ValueKind;
  format: Format;
  /** The heading of the column. */
  title: string;
  /** The unit of the numbers. */
  unit?: Unit;
  /** On narrow screens, columns with higher numbers are hidden first. Columns with 0 are never hidden. */
  priority: number;
  /** True if the values are sentences, whose column must not be narrow. */
  wide?: boolean;
  /** True if e-mail addresses and times in the column may break at any width, so that narrow windows can show it. */
  breaks?: boolean;
  /** True if the column is hidden by default. Users can show it with the column chooser. */
  hiddenAtFirst?: boolean;
  /** The heading above the column in the column chooser, for lists that have many columns. */
  group?: string;
  /** The label of the value in cards. Texts and choices have none by default. */
  cardLabel?: string;
  /**
   * True if the list has no column for the field. Either it is only an input of the form, or rows contain it
   * only because links or pages of single records need it.
   */
  unlisted?: boolean;
  /** Other names under which remote hosts send the field. They are read only if its own name has no value. */
  aliases?: readonly string[];
  /** The labels of a choice. */
  options?: readonly string[];
  /**
   * True if filters offer the values of this field although it holds names of accounts, because its values are few.
   * Filters also offer the values of texts that identify nobody and are not typed freely.
   */
  offersValues?: true;
  /**
   * True if rows can be grouped by this field although it holds names of accounts or texts about people, and filters do
   * not offer them.
   */
  groupsRows?: true;
  /**
   * The name of the stored field that holds the code of this choice. Undefined for a field that is itself
   * stored.
   */
  storedIn?: string;
  /**
   * The field from which the host computes the value of this field. Needed only if users can change the other field:
   * an undo then restores only the other field. For example, the name of an SMS phone's category follows its id.
   */
  follows?: string;
  /** The codes in the field `storedIn`. Needed only if the field's input does not declare them. */
  codes?: readonly Option[];
  /**
   * The words for the codes that apps and hosts may use for this answer. Imports and lists of remote hosts replace the
   * codes by the words.
   */
  answerCodes?: readonly Option[];
  /**
   * True if the field is computed from other records and from the present day. The embedded host computes it in SQL,
   * and the panel in memory for hosts that send whole lists (shared/derived/).
   */
  derived?: true;
  /** The event whose date this field holds. The timeline on the page of the participant contains the event. */
  event?: TimelineEvent;
  /** The label for stored codes that are not declared. Defaults to the last label in `options`. */
  fallbackLabel?: string;
  input?: Input;
}
