import type { Look } from 'shared/entities/declaration';
import {
  type FieldKind,
  type FieldKinds,
  filterParams,
  type ListQuery,
  type Sort,
} from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { asText } from 'shared/list/values';
import type { ChangeEntry } from '../host/change-entry';
import type { ApiResult } from '../host/envelope';
import { onceEach } from '../once-each';
import type { FormField } from './fields';

export interface Column {
  /** The field's name on the wire, in the URL and here. */
  field: string;
  /** Other names under which remote hosts send the field; its own name wins unless it is empty. */
  aliases?: readonly string[];
  title: string;
  kind: FieldKind;
  look: Look;
  /** In the column chooser, but not shown at first. */
  off?: boolean;
  /** 1 stays longest on a narrow screen, 5 goes first. */
  priority: number;
  /** The values of a choice. */
  options?: readonly string[];
  /** Heading in the column chooser, for lists of many columns. */
  group?: string;
  /** Where the cell leads; undefined shows plain text. */
  link?: (row: Row) => string | undefined;
  /** A word beside the value, which is no part of it: neither filtered nor exported. */
  note?: (row: Row) => string | undefined;
}

export interface EntityList {
  /** The screen's own path, such as `/countries`. */
  path: string;
  /** The host's path, such as `country/list`, or what reads the rows where they are not the host's. */
  source: string | RowSource;
  /** Rows a page at first (product-spec.md §9). */
  pageSize: number;
  columns: readonly Column[];
  /** Fields that links and notes look at and that are no columns. */
  needs?: readonly string[];
  /** The order of a list whose rows the panel reads itself; the API host's lists come in the host's order. */
  sort?: Sort;
}

/** Answers a query with its page of rows and their total. */
export type RowSource = (query: ListQuery) => Promise<ApiResult<ListPage>>;

/** The store of a form's records, when they are not on the API host. */
export interface RecordStore {
  fetch: (id: string) => Promise<ApiResult<Row>>;
  /** Saves the form's values, under their `wire` names, into `record` as it was fetched. */
  save: (
    id: string,
    values: Readonly<Record<string, string>>,
    record: Row,
  ) => Promise<ApiResult<null>>;
}

export interface EntityForm {
  store?: RecordStore;
  fields: readonly FormField[];
  /** Records come from an app and are only changed here: there is no add form. */
  changeOnly?: boolean;
  /** Returns why a record cannot be added, by the names of its fields; it runs before anything is saved. */
  beforeAdd?: (values: Row) => Record<string, string[]> | undefined;
  /** Runs after a record was added, before its edit page shows; a text it returns is shown as an error. */
  afterAdd?: (saved: Row) => Promise<string | undefined>;
  /** Replaces the message of a successful add. */
  addedMessage?: string;
  /** Replaces the message of a successful change. */
  updatedMessage?: string;
}

/** An additional audit entry that follows from a change of a record. */
export type RecordEvent = Pick<ChangeEntry, 'action' | 'attempt' | 'describe'>;

export interface RelatedList {
  title: string;
  href: string;
}

export interface Removal {
  /** The button's label. */
  verb: string;
  href: (row: Row) => string;
}

/** One noun of the product: everything that its screens, its export and its calls need. */
export interface Entity {
  /** The noun in URLs and on the host: `country` gives /country/add and country/update. */
  noun: string;
  /** In messages: 'The {name} has been successfully saved!'. */
  name: string;
  /** The screen's title and file name of the export, such as `Countries`. */
  plural: string;
  /** The plural in running text, where it differs from the title in lower case. */
  pluralInWords?: string;
  /** The field that holds the record's id. */
  key: string;
  /** The field that names a record to a person, in the delete confirmation. */
  label: string;
  list: EntityList;
  form?: EntityForm;
  canDelete?: boolean;
  /** Has a page that shows all its fields, grouped: /{noun}/view/{id}, with links to related lists. */
  detail?: { related: (row: Row) => RelatedList[] };
  /**
   * Returns what a change means for security, which is entered with it; both rows hold the form's values. The
   * embedded host does the same from the record itself (`events` of its save rules).
   */
  eventsOf?: (id: string, before: Row, after: Row) => RecordEvent[];
  /** Returns what the entry of an added record says besides its id, from the form's values. */
  describeAdded?: (values: Row) => string;
  /** Runs after a record was changed or deleted here; a deleted one has no values. */
  afterChange?: (id: string, values?: Row) => Promise<void>;
  /** Where a row is taken away, when not at /delete/{noun}/{id}. */
  removal?: Removal;
  /** The host's path of one record, `{noun}/id/{id}` unless given; 'list' when hosts have no such path. */
  recordSource?: ((id: string) => string) | 'list';
  /** Brings a host's row to the declared fields, where hosts name them differently. */
  read?: (row: Row) => Row;
}

/** An entity that has a form; add and edit routes exist for no other. */
export type EntityWithForm = Entity & { form: EntityForm };

/** The fields a list's URL may name. */
export const fieldKinds = onceEach(
  ({ columns }: EntityList): FieldKinds =>
    Object.fromEntries(columns.map(({ field, kind }) => [field, kind])),
);

/** Returns the fields of a row that the panel uses; all others are dropped. */
export function declaredFields({ list, key, label }: Entity): string[] {
  const fields = list.columns.map(({ field }) => field);
  return [...new Set([...fields, key, label, ...(list.needs ?? [])])];
}

/** The columns shown at first, in order. */
export const defaultColumns = onceEach(({ columns }: EntityList): readonly string[] =>
  columns.filter((column) => !column.off).map(({ field }) => field),
);

export function addPath(entity: Entity): string {
  return `/${entity.noun}/add`;
}

export function editPath(entity: Entity, id: string): string {
  return `/${entity.noun}/edit/${encodeURIComponent(id)}`;
}

export function detailPath(entity: Entity, id: string): string {
  return `/${entity.noun}/view/${encodeURIComponent(id)}`;
}

export function deletePath(entity: Entity, id: string): string {
  return `/delete/${entity.noun}/${encodeURIComponent(id)}`;
}

/** A list narrowed to the rows whose text field is `value`; undefined when there is none. */
export function narrowedList(path: string, field: string, value: unknown): string | undefined {
  const text = asText(value);
  if (text === '') return undefined;
  return `${path}?${new URLSearchParams(filterParams({ kind: 'exact', field, equals: text }))}`;
}

/** The same as a titled link, or nothing. */
export function relatedList(
  title: string,
  path: string,
  field: string,
  value: unknown,
): RelatedList[] {
  const href = narrowedList(path, field, value);
  return href ? [{ title, href }] : [];
}
