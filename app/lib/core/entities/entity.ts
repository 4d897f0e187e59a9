import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Sort } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Crumb } from '../../trail';
import type { Column } from './column';
import type { EntityForm } from './entity-form';
import type { AccessScope, HistoryScope } from './list-scope';
import type { RelatedList } from './related-list';

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

/** The record to which a list belongs, and the breadcrumbs above the list. */
interface ParentRecord extends Pick<Entity, 'above' | 'ofPhone'> {
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
  /** True if the records are messages between people. The access log has a kind of access for them. */
  holdsMessages?: true;
  /**
   * Returns the address of a record's page from the id by which the access log names the record. Undefined if this
   * page is the form, the detail page or the link of the key.
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

/** Returns the name of a list for the audit log. The name of a phone's list contains the phone's opaque id. */
export function describeList({ title, record, auditName }: Entity): string {
  return auditName ?? (record ? `${title} of ${record}` : title);
}
