import type {
  EntityDeclaration,
  Format,
  Identifying,
  Option,
  TimelineEvent,
} from 'shared/entities/declaration';
import { type FieldKind, type FieldKinds, filterParams, type Sort } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { SummaryFields } from 'shared/list/summary/grammar';
import { toText } from 'shared/list/values';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { Crumb } from '../trail';
import type { FormField } from './form-field';

export interface Column {
  /** The name of the field in the host's rows, in the list's URL and in this column. */
  field: string;
  /** Other names under which remote hosts send the field. They are read only if its own name has no value. */
  aliases?: readonly string[];
  title: string;
  /** See isIdentifying. */
  identifying: Identifying;
  /**
   * Returns whether a filter's value can stand in addresses. Used for a column whose values identify nobody, but into
   * whose filter users may type a name, a phone number or the number of a participant or phone.
   */
  isReadableFilter?: (value: string) => boolean;
  kind: FieldKind;
  format: Format;
  /** True if the column is hidden by default. Users can show it with the column chooser. */
  hiddenAtFirst?: boolean;
  /** On narrow screens, columns with higher numbers are hidden first. Columns with 0 are never hidden. */
  priority: number;
  /** The labels of a choice. */
  options?: readonly string[];
  /** True if the filter offers the values of the rows, provided that there are few different ones. */
  offersValues?: boolean;
  /** The use of the field in summaries. Undefined if summaries cannot use it. */
  summarized?: SummaryFields[string];
  /** The field from which the host computes this one. */
  follows?: string;
  /** The heading above the column in the column chooser, for lists that have many columns. */
  group?: string;
  /** The label of the value in cards. Texts and choices have none by default. */
  cardLabel?: string;
  /** The field that holds the code of this choice. Pages of single records show the code beside the word. */
  storedIn?: string;
  /** The words for the codes that the field itself may hold. */
  answerCodes?: readonly Option[];
  /** True if the field is computed from other records and from the present day. Pages of single records leave it out. */
  derived?: true;
  /** The event of which the field is the date. */
  event?: TimelineEvent;
  /**
   * Returns the address that the cell links to, or the path of a file as the host returned it after the upload.
   * Returns undefined if the cell shows plain text.
   */
  link?: (row: Row) => string | undefined;
  /** Returns a word that the cell shows beside the value. It is neither filtered nor exported. */
  note?: (row: Row) => string | undefined;
}

export interface EntityList {
  /** The path of the screen, such as `/countries`. */
  path: string;
  /** The default number of rows per page (product-spec.md §9). */
  pageSize: number;
  columns: readonly Column[];
  /** The fields without a column that the panel needs, for example for links and notes. */
  extraFields?: readonly string[];
  /** The default order of a list of documents. Lists of the API host have the host's order by default. */
  sort?: Sort;
}

/** A part of a form with a heading. It ends before the field with which the next section begins. */
export interface FormSection {
  title: string;
  /** The name of the first field. */
  first: string;
}

export interface EntityForm {
  fields: readonly FormField[];
  /** The sections of a long form, in order. The first one begins with the first field. */
  sections?: readonly FormSection[];
  /** True if the list has no link to an add form, for example because an app creates the records. */
  changeOnly?: boolean;
  /** The text above the form that adds a record, about further effects of the save. */
  addNote?: string;
  /** Replaces the message of a successful add. */
  addedMessage?: string;
  /** Replaces the message of a successful change. */
  updatedMessage?: string;
  /** True if an added record cannot be taken back, because its save has effects outside the study's records. */
  isAddFinal?: true;
  /** The note of the question before several records are disabled, about further effects. */
  disablingNote?: string;
}

/** A link to a list of records that are related to a record. */
export interface RelatedList {
  title: string;
  href: string;
}

/** A value at the top of a detail page: a field, the age on the present day of the study, or the next follow-up. */
export type Summarized =
  | { kind: 'field'; field: string; title: string }
  | { kind: 'age'; birthday: string }
  | { kind: 'due follow-up'; next: string };

/** The link that removes a row of a list. */
export interface Removal {
  /** The label of the link. */
  verb: string;
  href: (row: Row, entity: Entity) => string;
  /** True if the link contains the query of the list, so that the linked page can lead back to the same view. */
  keepsList?: boolean;
}

/** The paths of an entity on the API host. */
export interface HostPaths {
  /** The word for the entity in the paths of saves and deletions, such as `country` in country/update. */
  name: string;
  list: string;
  /** The path of a record, without its key. Undefined if hosts cannot return one record. */
  record?: string;
  /** True if only the embedded host has these paths. */
  embeddedOnly?: boolean;
}

/** An access of the log, as its page describes it. */
export interface StoredAccess {
  id: number;
  username: string;
  /** The time in the study's time zone, as `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  kind: string;
  /** The name of the entity whose screen or export showed the records. */
  list: string;
  /** The records as text. Empty if the access has many. */
  records: string;
}

/** A part of the access log: the accesses of a user, those to a record, or the records of one access. */
export interface AccessScope {
  /** See lib/session/user-key.server.ts. */
  userKey?: string;
  /** The name of the record's entity, and the record's name in addresses. */
  record?: { entity: string; name: string };
  /** The access whose records the list shows. */
  access?: StoredAccess;
  /** Adds the names of the records to the rows of a page. */
  nameRecords?: (rows: readonly Row[]) => Promise<Row[]>;
}

/** A record whose history a list shows. */
export interface HistoryScope {
  entity: string;
  /** The record's id as the address contains it. */
  address: string;
  /**
   * The record as it is now. The list compares it with the changes to find those that can no longer be taken back. Null
   * if the record does not exist, undefined if it was not read.
   */
  present?: Row | null;
}

/** The record to which a list belongs, and the breadcrumbs above the list. */
export interface ParentRecord extends Pick<Entity, 'above' | 'ofPhone'> {
  parentId: string;
}

/** An entity with the data that its screens, its export and its calls of the host need. */
export interface Entity {
  /** The name that all layers and addresses use. For example, `country` is in the address /country/add. */
  name: string;
  /** The source of the records, if it is not the API host. */
  source: EntityDeclaration['source'];
  /** The paths on the API host. Undefined for records that are not stored on the API host. */
  host?: HostPaths;
  /** The id of the parent record that the list belongs to. */
  parentId?: string;
  /** The id of the session for which the rows are computed. */
  sessionId?: string;
  /** The part of the access log that the list shows. Undefined for other lists, and for the whole log. */
  accesses?: AccessScope;
  /** The record whose history the list shows. */
  historyOf?: HistoryScope;
  /** The start of the addresses of the entity's records, such as `/country`. */
  recordPath: string;
  /** The word for one record in messages such as 'The {singular} has been successfully saved!'. */
  singular: string;
  /** The title of the list's screen and the name of its export file, such as `Countries`. */
  title: string;
  /** The heading of the list's screen, if it differs from the title because it names a person. */
  heading?: string;
  /** The title of the list in breadcrumbs, if it differs from the heading. */
  crumb?: string;
  /** The pages above the list in the breadcrumbs, with paths that may contain ids that identify people. */
  above?: readonly Crumb[];
  /** The number of the phone that the list's pages name because it belongs to that phone. */
  ofPhone?: string;
  /** Returns the parent record and the breadcrumbs above the list, from the id that the list's address contains. */
  readParent?: (id: string) => ParentRecord;
  /** The opaque id of the parent record, if its id identifies a person. */
  record?: string;
  /** The name of the list in the audit log, if the list's title leaves out the id of the record to which it belongs. */
  auditName?: string;
  /** The plural for use in sentences, if it differs from the title in lower case. */
  pluralInWords?: string;
  /** The field that holds the record's id. */
  key: string;
  /** True if addresses contain encrypted ids of the entity's records, because the records are people. */
  hasOpaqueIds?: boolean;
  /** The field by whose value people recognize a record, for example in the delete confirmation. */
  label: string;
  /** The fields of the cards that narrow screens show in place of rows. The first one is the title of a card. */
  lead: readonly string[];
  list: EntityList;
  form?: EntityForm;
  deletable?: boolean;
  accounts?: EntityDeclaration['accounts'];
  /** The message for users who may not see the records because their role may not change data. */
  readerRefusal?: string;
  /** True if the records are messages that people wrote to each other. The access log has a kind of access for them. */
  holdsMessages?: true;
  /**
   * Returns the address of a record's page from the id by which the access log names the record. Undefined if this page
   * is the form, the detail page or the link of the key.
   */
  getLoggedPath?: (id: string) => string;
  /**
   * The related lists on a record's detail page, and the values at its top. Undefined if records have no detail page.
   */
  detail?: { related: (row: Row) => RelatedList[]; summary?: readonly Summarized[] };
  /** The sentences about events that timelines lack. Undefined if a record's page has no timeline. */
  timelineGaps?: readonly string[];
  /** The link that removes a row, if it is not a link to /delete/{name}/{id}. */
  removal?: Removal;
  /**
   * Returns a host's row with the declared fields, if some hosts send them under other names or as other
   * values.
   */
  read?: (row: Row) => Row;
}

/** An entity that has a form. Only these entities can have add and edit routes. */
export type EntityWithForm = Entity & { form: EntityForm };

/** Returns whether an entity has a form. */
export function hasForm(entity: Entity): entity is EntityWithForm {
  return entity.form !== undefined;
}

/** Returns the kinds of the fields that a list's URL may name. */
export const getFieldKinds = memoizeByObject(
  ({ columns }: EntityList): FieldKinds =>
    Object.fromEntries(columns.map(({ field, kind }) => [field, kind])),
);

/** Returns the columns whose values are part of a record, which excludes derived fields. */
export const getOwnColumns = memoizeByObject(({ columns }: EntityList): readonly Column[] =>
  columns.filter(({ derived }) => !derived),
);

/** Returns the use of the fields in summaries of the list. Fields that summaries cannot use are left out. */
export const getSummaryFields = memoizeByObject(
  ({ columns }: EntityList): SummaryFields =>
    Object.fromEntries(
      columns.flatMap(({ field, summarized, isReadableFilter }) =>
        summarized && !isReadableFilter ? [[field, summarized]] : [],
      ),
    ),
);

/** Returns the names of the fields that the panel reads from a row. */
export function getDeclaredFields({ list, key, label }: Entity): string[] {
  const fields = list.columns.map(({ field }) => field);
  return [...new Set([...fields, key, label, ...(list.extraFields ?? [])])];
}

/** Returns the names of the fields of a record that the panel reads, which excludes derived fields. */
export function getOwnFields(entity: Entity): string[] {
  const derived = entity.list.columns.filter((column) => column.derived);
  const names = new Set(derived.map(({ field }) => field));
  return getDeclaredFields(entity).filter((field) => !names.has(field));
}

/** Returns the fields of the columns that are shown by default, in order. */
export const getDefaultColumns = memoizeByObject(({ columns }: EntityList): readonly string[] =>
  columns.filter((column) => !column.hiddenAtFirst).map(({ field }) => field),
);

export function getAddPath(entity: Entity): string {
  return `${entity.recordPath}/add`;
}

export function getEditPath(entity: Entity, id: string): string {
  return `${entity.recordPath}/edit/${encodeURIComponent(id)}`;
}

export function getDetailPath(entity: Entity, id: string): string {
  return `${entity.recordPath}/view/${encodeURIComponent(id)}`;
}

export function getDeletePath(entity: Entity, id: string): string {
  return `/delete/${entity.name}/${encodeURIComponent(id)}`;
}

/**
 * Returns the address of the list at `path` with a filter for rows whose text field equals `value`. Returns
 * undefined if the value is empty.
 */
export function buildNarrowedList(path: string, field: string, value: unknown): string | undefined {
  const text = toText(value);
  if (text === '') return undefined;
  return `${path}?${new URLSearchParams(filterParams({ kind: 'exact', field, equals: text }))}`;
}

/**
 * Returns a link to the list at `path`, filtered like `buildNarrowedList`. The array is empty if the value is
 * empty.
 */
export function getRelatedList(
  title: string,
  path: string,
  field: string,
  value: unknown,
): RelatedList[] {
  const href = buildNarrowedList(path, field, value);
  return href ? [{ title, href }] : [];
}

/**
 * Returns the entity with its paths and headings bound to one record of its parent entity. `given` is that record's id.
 * `address` is the encrypted id for addresses and the audit log, if `given` identifies a person.
 */
export function bindToParent<Bound extends Entity>(
  entity: Bound,
  given: string,
  address = encodeURIComponent(given),
): Bound {
  const { title, recordPath, host, list, readParent } = entity;
  const parent = readParent?.(given) ?? { parentId: given };
  const { parentId } = parent;
  const id = encodeURIComponent(parentId);
  const isOpaque = address !== encodeURIComponent(given);
  return {
    ...entity,
    ...parent,
    title: isOpaque ? title : `${title} of ${parentId}`,
    heading: `${title} of ${parentId}`,
    record: isOpaque ? address : undefined,
    recordPath: `${recordPath}/${address}`,
    host: host && { ...host, list: `${host.list}/${id}` },
    list: { ...list, path: `${list.path}/${address}` },
  };
}

/** Returns the name of a list for the audit log. The name of a phone's list contains the phone's opaque id. */
export function describeList({ title, record, auditName }: Entity): string {
  return auditName ?? (record ? `${title} of ${record}` : title);
}
