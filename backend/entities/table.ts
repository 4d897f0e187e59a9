import { type RawBuilder, sql } from 'kysely';
import type { Bands } from 'shared/bands';
import type { Dialect, Maintained } from 'shared/db/dialect';
import type { SqlRow, SqlValue } from 'shared/db/types';
import { defined } from 'shared/defined';
import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Option } from 'shared/entities/field';
import type { FieldKind, FieldKinds } from 'shared/list/grammar';
import type { ValueKind } from 'shared/values/normalize';
import type { RecordEvent } from '../audit/change';
import { getSortableName } from '../db/sortable-dates';
import { buildTextKey } from '../db/text-keys';
import type { Database } from '../db/types';
import type { UploadIndex } from '../derived/last-upload';
import type { FieldSchema } from '../wire/fields';
import type { Mail } from '../wire/messages';
import type { FormFields } from '../wire/requests';

/** A field in the rows of a table, as the API returns them. */
export interface TableColumn {
  kind: FieldKind;
  /**
   * The SQL of a computed column, as an expression over its own table. A function if it depends on the present day.
   */
  sql?: RawBuilder<SqlValue> | (() => RawBuilder<SqlValue>);
  /** The stored texts of which a computed choice shows the labels. Filters compare the texts, which have an index. */
  banded?: { text: RawBuilder<string | null>; getBands: () => Bands };
  /** The SQL of a computed date's sortable value. A function if it depends on the present day. */
  sortable?: RawBuilder<SqlValue> | (() => RawBuilder<SqlValue>);
  /** Returns the SQL of the key of a computed text. Defaults to the text in lower case. */
  buildKey?: (dialect: Dialect) => RawBuilder<SqlValue>;
  /** The stored column that a computed column shows. Imports write the field to that column. */
  storedColumn?: string;
  /** The codes that a stored column may hold, by the words that files may use for them. */
  words?: Words;
  /** The texts that a stored column may hold, if they come from a fixed list. */
  texts?: readonly string[];
  /** The kind by which values of a declared field are normalised. */
  valueKind?: ValueKind;
  /** The answers that have codes. The column holds their labels, and may hold other texts. */
  answers?: readonly Option[];
}

/** The code of each word. */
export type Words = Readonly<Record<string, number>>;

/** A parameter of `{name}/update`. */
export interface Parameter {
  column: string;
  schema: FieldSchema;
  /** Returns the reason that imports refuse a text that saves accept. */
  findEntryProblem?: (text: string) => string | undefined;
  /** True if the parameter is read only when a record is added, and ignored when a record is changed. */
  addOnly?: boolean;
}

/**
 * Checks the values of a save. Returns a message to refuse the save, or undefined to allow it. `current` is the
 * existing record, or undefined when a record is added. `fields` is the posted form, which an import does not have.
 */
export type SaveCheck = (
  db: Database,
  values: SqlRow,
  current: SqlRow | undefined,
  fields?: FormFields,
) => Promise<string | undefined>;

export interface SaveRules {
  parameters: Readonly<Record<string, Parameter>>;
  /** The columns whose texts must be unique, ignoring case, each with the message that refuses a text. */
  unique?: Readonly<Record<string, (text: string) => string>>;
  check?: SaveCheck;
  /**
   * Called in the transaction that changes a record. `before` is the record before the change, `values` are the
   * saved values, and `fields` is the posted form, which an import does not have. A mail that it returns is sent after
   * the change is committed.
   */
  changed?: (
    db: Database,
    before: SqlRow,
    values: SqlRow,
    fields?: FormFields,
  ) => Promise<Mail | undefined>;
  /** Returns the security events of a change, given the record before and after it. */
  events?: (before: SqlRow, after: SqlRow) => RecordEvent[];
  /**
   * Describes a record that an import adds. The record's audit entry has this description after the record's id. If the
   * table has no such function, the records that an import adds have no audit entries of their own.
   */
  describeAdded?: (added: SqlRow) => string;
  /** True if records can be changed but not added, because they come from elsewhere. */
  changeOnly?: boolean;
}

/**
 * Checks a record that is about to be deleted. Returns a message to refuse the deletion, or undefined to allow
 * it. `fields` is the posted form.
 */
export type DeleteCheck = (
  db: Database,
  row: SqlRow,
  fields?: FormFields,
) => Promise<string | undefined>;

/** The table of an entity, with everything that listing, reading, saving and deleting its records needs. */
export interface Table {
  /** The first segment of its paths: the list of `country` is at country/list. */
  wireName: string;
  /** A second path at which its list can be requested. */
  listPath?: string;
  /** The name of a record in messages. */
  singular: string;
  /** The name of the SQL table. */
  table: string;
  key: string;
  /** The column by whose value people recognize a record, such as its name. */
  label: string;
  columns: Readonly<Record<string, TableColumn>>;
  /**
   * The columns that every row carries, even if the query did not request them, because links or formats need
   * them.
   */
  always?: readonly string[];
  /** A second column by which requests may identify a record, such as a phone's number. */
  secondKey?: string;
  /** True if lists without a requested order start with the newest record. */
  newestFirst?: boolean;
  /**
   * True if only the host adds rows, and nothing changes them afterwards. The host writes their dates in a form that
   * sorts correctly, so they need no separate sortable value.
   */
  appendOnly?: boolean;
  /** The columns of a long list that need indexes, which are created at start (list-indexes.ts). */
  lookups?: {
    /** The stored columns that have an index for sorting and filtering. */
    sorted: readonly string[];
    /** The stored columns that have a text index, which finds parts of their texts. */
    searched: readonly string[];
    /**
     * The sorted columns with few distinct values, such as a navigator's name. On SQLite, a text
     * filter is compared with these values, not with each row.
     */
    fewValues?: readonly string[];
    /** The columns by which the latest upload of a navigator is found. */
    uploads?: UploadIndex;
  };
  /** The columns that triggers maintain, from which derived fields are computed. */
  maintained?: (dialect: Dialect) => Maintained;
  /** The table that imports lock before they write, because triggers of several tables change it. */
  lockedFirst?: string;
  /** The prefix of the columns that a save stamps; undefined when the table has no stamps. */
  stampPrefix?: string;
  save?: SaveRules;
  /** The rules by which the rows of a file identify a record. */
  import?: EntityDeclaration['import'];
  /** Undefined if records cannot be deleted, true if they can, or a check that decides for each record. */
  remove?: true | DeleteCheck;
  /** Returns the mail that the deletion of a record causes. It is sent after the deletion is committed. */
  removed?: (row: SqlRow, fields: FormFields) => Mail | undefined;
  /**
   * True if deleted records go to the bin: if users can delete them on a screen. False for records that only other
   * clients of the API delete, such as phones.
   */
  goesToBin?: boolean;
}

/** Returns the kinds of the fields that a list's query may use. */
export function getKinds(table: Table): FieldKinds {
  const known = kinds.get(table);
  if (known) return known;
  const made = Object.fromEntries(
    Object.entries(table.columns).map(([name, column]) => [name, column.kind]),
  );
  kinds.set(table, made);
  return made;
}

const kinds = new WeakMap<Table, FieldKinds>();

/** Returns the SQL of a column's value. */
export function getSql(table: Table, column: string): RawBuilder<SqlValue> {
  const expression = table.columns[column]?.sql;
  if (typeof expression === 'function') return expression();
  return expression ?? sql.ref<SqlValue>(`${table.table}.${column}`);
}

/** Returns the stored column by which lists filter and sort a stored field. */
export function getComparedName({ columns, appendOnly }: Table, field: string): string {
  return columns[field]?.kind === 'date' && !appendOnly ? getSortableName(field) : field;
}

/**
 * Returns the SQL of the value by which lists compare a field. Throws for a computed date without a sortable
 * value.
 */
export function getComparedSql(table: Table, field: string): RawBuilder<SqlValue> {
  const column = table.columns[field];
  if (!column?.sql) return sql.ref<SqlValue>(`${table.table}.${getComparedName(table, field)}`);
  if (column.kind !== 'date') return getSql(table, field);
  const sortable = defined(column.sortable);
  return typeof sortable === 'function' ? sortable() : sortable;
}

/** Returns the SQL of the key by which lists sort and search a text or a choice. It is null if the text is empty. */
export function getKeySql(dialect: Dialect, table: Table, field: string): RawBuilder<SqlValue> {
  const column = table.columns[field];
  if (!column?.sql) return buildTextKey(dialect, table.table, field);
  return column.buildKey?.(dialect) ?? dialect.lowered(getSql(table, field));
}
