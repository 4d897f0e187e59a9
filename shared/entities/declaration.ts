import type { Field } from './field';

/** The place of an entity's records in the timelines of another entity's records. */
export interface TimelineOf {
  /** The name of the other entity. */
  entity: string;
  /** The field that refers to a record of the other entity: its value equals the field `equals` of that record. */
  field: string;
  equals: string;
}

/** The columns that hold the user who saved a record and the time of the save. */
export interface Stamps {
  /**
   * The start of the columns' names. `country` stands for country_createuser, country_createdate,
   * country_lastupdateuser and country_lastupdatedate.
   */
  prefix: string;
}

/** The paths under which hosts serve an entity, if they do not follow from its name (docs/spec/wire.md). */
interface Wire {
  /** The word for the entity in the paths. For example, `followup` makes the path of the list followup/list. */
  name?: string;
  /** The path of the list. Defaults to `{name}/list`. */
  list?: string;
  /**
   * The path of a record, without its key. Defaults to `{name}/id`. False if hosts cannot return one record.
   */
  record?: string | false;
  /** True if only the embedded host has these paths. */
  embeddedOnly?: boolean;
}

/** The fields in which the search of all screens searches. */
interface SearchedFields {
  /** The fields that may contain the typed text. */
  fields: readonly string[];
  /** The fields that identify a record: if one of them equals the typed text, the search opens the record. */
  identifiers?: readonly string[];
}

/** The description of an entity that the panel and the embedded host share. */
export interface EntityDeclaration {
  /** The name that all layers and addresses use. For example, `country` is in the address /country/add. */
  name: string;
  /**
   * The source of the records: documents in the messenger's store, rows that the panel computes for a session,
   * the access log, or the history of a record. Undefined for records of the API host.
   */
  source?: 'documents' | 'session' | 'accesses' | 'history';
  wire?: Wire;
  /**
   * The name of the parent entity. Each of its records has a list of its own, whose path and title end with the
   * id of the parent record.
   */
  parent?: string;
  /** The word for one record in messages such as 'The {singular} has been successfully saved!'. */
  singular: string;
  /** The title of the list's screen, and the name of its export file. */
  title: string;
  /** The field that holds the record's id. */
  key: string;
  /** True if addresses contain encrypted ids in place of the records' ids, because the records are people. */
  hasOpaqueIds?: boolean;
  /** The field by whose value people recognize a record, such as its name. */
  label: string;
  /**
   * The fields of the card that narrow screens show in place of a row, at most MAX_LEAD. The first one is the title of
   * the card. Defaults to the label and the two other fields of the lowest priority numbers.
   */
  lead?: readonly string[];
  /** The fields by name, in the order of the list's columns. */
  fields: Readonly<Record<string, Field>>;
  stamps?: Stamps;
  /**
   * The fields whose value must be unique, ignoring case. Each function returns the message for a value that
   * another record already has.
   */
  unique?: Readonly<Record<string, (text: string) => string>>;
  /** The address of the list. */
  path: string;
  /** The start of the addresses of single records. Defaults to `/{name}`. */
  recordPath?: string;
  /** The default number of rows per page (docs/spec/product-spec.md §9). */
  pageSize: number;
  /**
   * The fields of the form, in order. A field without an input is displayed as text. Undefined if the panel has
   * no form for the entity.
   */
  form?: readonly string[];
  /** True if users can delete records from the list. */
  deletable?: boolean;
  /** The fields in which the search of all screens searches. Undefined if it does not search the entity. */
  search?: SearchedFields;
  /**
   * The timelines that contain the events of these records. A timeline also contains the events of its own record.
   */
  timelineOf?: TimelineOf;
  /** Sentences about events that the timeline cannot contain, because no field holds their dates. */
  timelineGaps?: readonly string[];
  /**
   * Declared if the records are the accounts of the panel's users. Not every role may change accounts
   * (docs/spec/product-spec.md §6).
   */
  accounts?: {
    /** The fields that hold the rights of a user, who may not change them in the own account. */
    rights: readonly string[];
  };
  import?: {
    /** The fields that identify a record if a row of the file has no id. New records need a value of the first. */
    natural: readonly string[];
    /**
     * True if an import may rename records that it identifies by id. For example, a clinic may be renamed, but a
     * person may not.
     */
    renames?: boolean;
  };
}

/** The maximum number of fields of a card. */
const MAX_LEAD = 6;

/**
 * Returns the declaration after checking it. Throws an error if its key, its label, a lead field, an entry of its
 * form, a searched field, a field of its timeline or a field of rights is not one of its fields, if the list does not
 * show a lead field by default, or if there are too many lead fields.
 */
export function defineEntity<const Declaration extends EntityDeclaration>(
  declaration: Declaration,
): Declaration {
  const { name, fields, form = [], key, label, lead = [], search, timelineOf } = declaration;
  const searched = [...(search?.fields ?? []), ...(search?.identifiers ?? [])];
  const details = Object.values<Field>(fields).flatMap(({ event }) => event?.detail ?? []);
  const joined = timelineOf ? [timelineOf.field] : [];
  const rights = declaration.accounts?.rights ?? [];
  for (const field of [key, label, ...lead, ...form, ...searched, ...details, ...joined, ...rights])
    if (!Object.hasOwn(fields, field)) throw new Error(`${name} has no field ${field}`);
  for (const field of lead)
    if (!isShownByDefault(fields[field])) throw new Error(`The list of ${name} hides ${field}`);
  if (lead.length > MAX_LEAD) throw new Error(`${name} has more than ${MAX_LEAD} lead fields`);
  return declaration;
}

/** Returns the fields of the card that narrow screens show in place of a row. */
export function getLead({ key, label, lead, fields }: EntityDeclaration): readonly string[] {
  if (lead) return lead;
  const others = Object.entries(fields)
    .filter(([name, field]) => isShownByDefault(field) && name !== key && name !== label)
    .sort(([, one], [, other]) => one.priority - other.priority);
  return [label, ...others.slice(0, 2).map(([name]) => name)];
}

function isShownByDefault(field: Field | undefined): boolean {
  return field !== undefined && !field.unlisted && !field.hiddenAtFirst;
}

/** Returns the names of the fields that are not derived. */
export function listOwnFields({ fields }: EntityDeclaration): string[] {
  return Object.keys(fields).filter((name) => !fields[name]?.derived);
}

/** Returns the word for an entity in the paths of API hosts. */
export function getWireName({ name, wire }: EntityDeclaration): string {
  return wire?.name ?? name;
}

/** Returns whether addresses contain encrypted ids of the entity's records. */
export function hasOpaqueIds(declaration: EntityDeclaration): boolean {
  return declaration.hasOpaqueIds === true;
}
