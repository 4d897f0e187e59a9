import type { EntityDeclaration, Format } from 'shared/entities/declaration';
import { type FieldKind, type FieldKinds, filterParams, type Sort } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { FormField } from './form-field';

export interface Column {
  /** The field's name on the wire, in the URL and here. */
  field: string;
  /** Other names under which remote hosts send the field; its own name wins unless it is empty. */
  aliases?: readonly string[];
  title: string;
  kind: FieldKind;
  format: Format;
  /** In the column chooser, but not shown at first. */
  off?: boolean;
  /** 1 stays longest on a narrow screen, 5 goes first. */
  priority: number;
  /** The values of a choice. */
  options?: readonly string[];
  /** Heading in the column chooser, for lists of many columns. */
  group?: string;
  /**
   * Returns the address that the cell links to, or a file's path as its upload was answered; undefined shows
   * plain text.
   */
  link?: (row: Row) => string | undefined;
  /** A word beside the value, which is no part of it: neither filtered nor exported. */
  note?: (row: Row) => string | undefined;
}

export interface EntityList {
  /** The screen's own path, such as `/countries`. */
  path: string;
  /** Rows a page at first (product-spec.md §9). */
  pageSize: number;
  columns: readonly Column[];
  /** Fields that links and notes look at and that are no columns. */
  needs?: readonly string[];
  /** The order of a list whose rows the panel reads itself; the API host's lists come in the host's order. */
  sort?: Sort;
}

export interface EntityForm {
  fields: readonly FormField[];
  /** Records come from an app and are only changed here: there is no add form. */
  changeOnly?: boolean;
  /** Replaces the message of a successful add. */
  addedMessage?: string;
  /** Replaces the message of a successful change. */
  updatedMessage?: string;
}

export interface RelatedList {
  title: string;
  href: string;
}

export interface Removal {
  /** The button's label. */
  verb: string;
  href: (row: Row, entity: Entity) => string;
}

/** The paths of an entity on the API host. */
export interface HostPaths {
  /** The word that saves and deletions name: `country` gives country/update. */
  name: string;
  list: string;
  /** The path of a record before its key; undefined where hosts have no such call. */
  record?: string;
  /** True if the embedded host alone has them. */
  embeddedOnly?: boolean;
}

/** An entity on the panel's screens: everything that its screens, its export and its calls need. */
export interface Entity {
  /** The name in every layer, and in addresses: `country` gives /country/add. */
  name: string;
  /** The source of the records, if it is not the API host. */
  source: EntityDeclaration['source'];
  /** Undefined for records that are elsewhere. */
  host?: HostPaths;
  /** The id of the record that the list belongs to. */
  parentId?: string;
  /** The session that the rows are made for. */
  sessionId?: string;
  /** The start of the addresses of its records, such as `/country`. */
  recordPath: string;
  /** In messages: 'The {singular} has been successfully saved!'. */
  singular: string;
  /** The screen's title and file name of the export, such as `Countries`. */
  title: string;
  /** The plural in running text, where it differs from the title in lower case. */
  pluralInWords?: string;
  /** The field that holds the record's id. */
  key: string;
  /** The field that names a record to a person, in the delete confirmation. */
  label: string;
  list: EntityList;
  form?: EntityForm;
  canDelete?: boolean;
  /** Has a page that shows all its fields, grouped, with links to related lists. */
  detail?: { related: (row: Row) => RelatedList[] };
  /** The address that removes a row, if it is not /delete/{name}/{id}. */
  removal?: Removal;
  /** Brings a host's row to the declared fields, where hosts name them differently. */
  read?: (row: Row) => Row;
}

/** An entity that has a form; add and edit routes exist for no other. */
export type EntityWithForm = Entity & { form: EntityForm };

/** The fields a list's URL may name. */
export const fieldKinds = memoizeByObject(
  ({ columns }: EntityList): FieldKinds =>
    Object.fromEntries(columns.map(({ field, kind }) => [field, kind])),
);

/** Returns the fields of a row that the panel uses; all others are dropped. */
export function getDeclaredFields({ list, key, label }: Entity): string[] {
  const fields = list.columns.map(({ field }) => field);
  return [...new Set([...fields, key, label, ...(list.needs ?? [])])];
}

/** The columns shown at first, in order. */
export const defaultColumns = memoizeByObject(({ columns }: EntityList): readonly string[] =>
  columns.filter((column) => !column.off).map(({ field }) => field),
);

export function addPath(entity: Entity): string {
  return `${entity.recordPath}/add`;
}

export function getEditPath(entity: Entity, id: string): string {
  return `${entity.recordPath}/edit/${encodeURIComponent(id)}`;
}

export function getDetailPath(entity: Entity, id: string): string {
  return `${entity.recordPath}/view/${encodeURIComponent(id)}`;
}

export function deletePath(entity: Entity, id: string): string {
  return `/delete/${entity.name}/${encodeURIComponent(id)}`;
}

/** A list narrowed to the rows whose text field is `value`; undefined when there is none. */
export function buildNarrowedList(path: string, field: string, value: unknown): string | undefined {
  const text = toText(value);
  if (text === '') return undefined;
  return `${path}?${new URLSearchParams(filterParams({ kind: 'exact', field, equals: text }))}`;
}

/** The same as a titled link, or nothing. */
export function getRelatedList(
  title: string,
  path: string,
  field: string,
  value: unknown,
): RelatedList[] {
  const href = buildNarrowedList(path, field, value);
  return href ? [{ title, href }] : [];
}

/** Returns the entity with the list of those records that belong to one record of its parent. */
export function bindToParent<Bound extends Entity>(entity: Bound, parentId: string): Bound {
  const { title, recordPath, host, list } = entity;
  const id = encodeURIComponent(parentId);
  return {
    ...entity,
    parentId,
    title: `${title} of ${parentId}`,
    recordPath: `${recordPath}/${id}`,
    host: host && { ...host, list: `${host.list}/${id}` },
    list: { ...list, path: `${list.path}/${id}` },
  };
}
