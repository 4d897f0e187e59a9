import type { FieldKind } from '../list/grammar';

/** The way in which a value is shown; each format belongs to one FieldKind. */
export type Format =
  | 'text'
  | 'number'
  | 'date'
  | 'date-time'
  | 'choice'
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
  /** HTML, in an editor where there is script. */
  | 'rich-text'
  /** The address of a file, which can be uploaded here. */
  | 'file'
  /** A repeated group of inputs, stored as JSON text. */
  | 'items';

/** One of the values that a field can hold. */
export interface Option {
  /** The value that the host stores. */
  value: string;
  label: string;
  /** Other words that hosts use for it, in lower case. */
  aliases?: readonly string[];
  /** The meaning of the choice, shown beside the choices of a new record. */
  hint?: string;
}

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
  /** The number of rows under one heading. */
  pageSize: number;
}

/** A field is in force while another one holds a value, or while it does not. */
export type When = { field: string; is: string } | { field: string; isNot: string };

/** The files that may be uploaded into a field, and the folder for them. */
export interface UploadSpec {
  /** The end of the upload end point's address (docs/spec/wire.md). */
  target: 'Facility' | 'Resource';
  accepts: 'image' | 'any';
  /** In messages: 'Unable to upload {what}. Please try again'. */
  content: string;
}

/** The form's input for a field, and how its value is posted. */
export interface Input {
  /** The parameter of `{name}/update`. */
  wire: string;
  label: string;
  control: Control;
  /** The message for an empty value; undefined makes it optional. */
  required?: string;
  /** True if the embedded host takes a record without it, such as one from a file. */
  optionalOnHost?: boolean;
  /** The longest text, in characters. */
  max: number;
  /** Returns why a text is refused. */
  rule?: (text: string) => string | undefined;
  options?: readonly Option[];
  hint?: string;
  autoComplete?: string;
  /** Taken when the record is added, shown and not changed afterwards. */
  addOnly?: boolean;
  upload?: UploadSpec;
  items?: ItemsSpec;
  when?: When;
  /** The field of the record that the input changes, where that is another one. */
  source?: string;
}

/**
 * Says that the values of a field identify a person: names, phone numbers, e-mail addresses, dates of birth, study
 * numbers, places, and texts in people's own words. The name of an account identifies its owner only where it is an
 * e-mail address or a phone number.
 */
export type Identifying = boolean | 'account name';

/** A field of an entity: a column of its list, an input of its form, or both. */
export interface Field {
  identifying: Identifying;
  kind: FieldKind;
  format: Format;
  /** The heading of the column. */
  title: string;
  /** 1 stays longest on a narrow screen, 5 goes first. */
  priority: number;
  /** In the column chooser, but not shown at first. */
  off?: boolean;
  /** Heading in the column chooser, for lists of many columns. */
  group?: string;
  /** No column of the list: an input alone, or a value that rows carry for links and for pages of their own. */
  unlisted?: boolean;
  /** Other names under which remote hosts send the field; its own name wins unless it is empty. */
  aliases?: readonly string[];
  /** The values of a choice. */
  options?: readonly string[];
  /**
   * The stored field behind this one, which holds the code of a choice; undefined for a field that is stored
   * itself.
   */
  storedIn?: string;
  /** The codes in the field `storedIn`, where the input does not state them. */
  codes?: readonly Option[];
  /** The value of a choice that stands for every other code; the last one unless given. */
  otherwise?: string;
  input?: Input;
}

/** The columns that name who saved a record, and when. */
export interface Stamps {
  /** `country` gives country_createuser and country_createdate, country_lastupdateuser and country_lastupdatedate. */
  prefix: string;
}

/** The calls by which hosts serve an entity, where they do not follow from its name (docs/spec/wire.md). */
export interface Wire {
  /** The word in the paths: `followup` gives followup/list. */
  name?: string;
  /** The path of the list; `{name}/list` unless given. */
  list?: string;
  /** The path of a record before its key, `{name}/id` unless given; false where hosts have no such call. */
  record?: string | false;
  /** True if the calls are those of the embedded host alone. */
  embeddedOnly?: boolean;
}

/** Everything that the panel and the embedded host both know about an entity. */
export interface EntityDeclaration {
  /** The name in every layer, and in addresses: `country` gives /country/add. */
  name: string;
  /**
   * The source of the records: documents of the messenger's store, or rows made for a session; the API host
   * unless given.
   */
  source?: 'documents' | 'session';
  wire?: Wire;
  /** The entity whose record a list belongs to: the list's path and title end with the id of that record. */
  parent?: string;
  /** In messages: 'The {singular} has been successfully saved!'. */
  singular: string;
  /** The title of the screen, and the name of its export. */
  title: string;
  /** The field that holds the record's id. */
  key: string;
  /** The field that names a record to a person. */
  label: string;
  /** In the order of the list's columns. */
  fields: Readonly<Record<string, Field>>;
  stamps?: Stamps;
  /** Fields whose text no other record may have, whatever its case, with the message that names the text. */
  unique?: Readonly<Record<string, (text: string) => string>>;
  /** The address of the list. */
  path: string;
  /** The start of the addresses of its records; `/{name}` unless given. */
  recordPath?: string;
  /** Rows a page at first (docs/spec/product-spec.md §9). */
  pageSize: number;
  /** The fields of the form, in order; one without an input is shown. Undefined when records are not edited here. */
  form?: readonly string[];
  /** True if the list offers to delete records. */
  deletable?: boolean;
  import?: {
    /** The fields that identify a record in a file without ids; a new record needs the first of them. */
    natural: readonly string[];
    /** True if an import may rename records with a known id: a clinic, but no person. */
    renames?: boolean;
  };
}

/** Returns a declaration whose key, label and form name its fields. Throws an error that names the first other. */
export function defineEntity<const Declaration extends EntityDeclaration>(
  declaration: Declaration,
): Declaration {
  const { name, fields, form = [], key, label } = declaration;
  for (const field of [key, label, ...form])
    if (!Object.hasOwn(fields, field)) throw new Error(`${name} has no field ${field}`);
  return declaration;
}

/** Returns the word for an entity in the paths of hosts. */
export function getWireName({ name, wire }: EntityDeclaration): string {
  return wire?.name ?? name;
}
