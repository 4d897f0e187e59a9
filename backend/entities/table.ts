import { type Expression, type RawBuilder, sql } from 'kysely';
import { defined } from 'shared/defined';
import type { EntityDeclaration, Option } from 'shared/entities/declaration';
import type { FieldKind, FieldKinds } from 'shared/list/grammar';
import type { RecordEvent } from '../audit/change';
import { getSortableName } from '../db/sortable-dates';
import type { Database, SqlRow, SqlValue } from '../db/types';
import type { FieldSchema } from '../wire/fields';
import type { Mail } from '../wire/messages';

/** A field of a table's rows on the wire. */
export interface Column {
  kind: FieldKind;
  /** The SQL of a computed column, in terms of its own table. */
  sql?: RawBuilder<SqlValue>;
  /** The SQL of a computed date's sortable value. */
  sortable?: RawBuilder<SqlValue>;
  /** The stored column that a computed one shows: an import reads it back. */
  means?: string;
  /** The codes that a stored column may hold, by their words. */
  words?: Words;
  /** The texts that a stored column may hold, where they are of a fixed list. */
  texts?: readonly string[];
}

/** The number of each word. */
export type Words = Readonly<Record<string, number>>;

/** A parameter of `{name}/update`. */
export interface Parameter {
  column: string;
  schema: FieldSchema;
  /** Taken when the record is added, ignored afterwards. */
  addOnly?: boolean;
}

/** Looks at what is to be saved; a text it returns refuses it. `current` is absent in an add. */
export type SaveCheck = (
  db: Database,
  values: SqlRow,
  current: SqlRow | undefined,
) => Promise<string | undefined>;

export interface SaveRules {
  parameters: Readonly<Record<string, Parameter>>;
  /** Columns whose text no other record may have, whatever its case; the message names the text. */
  unique?: Readonly<Record<string, (text: string) => string>>;
  check?: SaveCheck;
  /**
   * Runs in the transaction of a change, `before` being the record and `values` what is saved over it; a mail
   * that it returns is sent once the change is committed.
   */
  changed?: (db: Database, before: SqlRow, values: SqlRow) => Promise<Mail | undefined>;
  /** Returns what a change means for security, given the record before and after. */
  events?: (before: SqlRow, after: SqlRow) => RecordEvent[];
  /** Returns what the entry of a record that an import adds says besides its id; without it there is none. */
  describeAdded?: (added: SqlRow) => string;
  /** Records come from elsewhere and are only changed here. */
  changeOnly?: boolean;
}

/** Looks at a record that is to be deleted; a text it returns refuses it. */
export type DeleteCheck = (db: Database, row: SqlRow) => Promise<string | undefined>;

/** The table of an entity: everything that its list, look-up, save and delete need. */
export interface Table {
  /** The segment of its paths: `country` gives country/list. */
  wireName: string;
  /** A further path of its list, which callers ask for. */
  listPath?: string;
  /** In messages. */
  label: string;
  /** The SQL table. */
  table: string;
  key: string;
  columns: Readonly<Record<string, Column>>;
  /** Columns that every row carries, whichever were asked for: links and formats need them. */
  always?: readonly string[];
  /** A second column by which a record may be named, such as a phone's number. */
  alias?: string;
  /** A list that is asked for in no order comes with the newest record first. */
  newestFirst?: boolean;
  /** Rows are written by the host alone and never change: their dates are stamps, which sort as they are. */
  appendOnly?: boolean;
  /** The columns by which a long list is searched; their indexes are made at start (list-indexes.ts). */
  lookups?: {
    /** Stored columns that order and narrow the list from an index. */
    sorted: readonly string[];
    /** Stored columns that are searched for a part of their text in a text index. */
    searched: readonly string[];
    /** The sorted columns with few values, such as a navigator's name: a filter searches among these values. */
    few?: readonly string[];
  };
  /** The columns a save stamps begin with this; undefined when the table has no stamps. */
  stamped?: string;
  save?: SaveRules;
  /** The rules by which the rows of a file identify a record. */
  import?: EntityDeclaration['import'];
  remove?: true | DeleteCheck;
}

/** The fields that a list's query may name. */
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

/** A column's value as SQL. */
export function getSql(table: Table, column: string): RawBuilder<SqlValue> {
  return table.columns[column]?.sql ?? sql.ref<SqlValue>(`${table.table}.${column}`);
}

/** Returns the stored column by which lists compare a field. */
export function getComparedName({ columns, appendOnly }: Table, field: string): string {
  return columns[field]?.kind === 'date' && !appendOnly ? getSortableName(field) : field;
}

/** Returns the value by which lists compare a field, as SQL. Throws for a computed date without a sortable value. */
export function getComparedSql(table: Table, field: string): RawBuilder<SqlValue> {
  const column = table.columns[field];
  if (!column?.sql) return sql.ref<SqlValue>(`${table.table}.${getComparedName(table, field)}`);
  return column.kind === 'date' ? defined(column.sortable) : column.sql;
}

/** Returns the names in a text, separated by spaces. */
export function splitNames(names: string): string[] {
  return names.trim().split(/\s+/);
}

/** Returns stored columns of one kind, from their names separated by spaces. */
export function stored(kind: FieldKind, names: string): Record<string, Column> {
  return Object.fromEntries(splitNames(names).map((name) => [name, { kind }]));
}

export function buildComputed(kind: FieldKind, expression: Expression<unknown>): Column {
  return { kind, sql: sql<SqlValue>`${expression}` };
}

/** The label of a code; `otherwise` stands for every other code. */
export function buildCodeLabel(
  column: string,
  codes: readonly Option[],
  otherwise: string,
): Column {
  const cases = codes
    .filter(({ label }) => label !== otherwise)
    .map(({ value, label }) => sql`when ${sql.lit(Number(value))} then ${sql.lit(label)}`);
  return {
    kind: 'choice',
    sql: sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`,
    means: column,
  };
}

/** The same column under a further name. */
export function buildAlias(kind: FieldKind, table: string, column: string): Column {
  return { kind, sql: sql.ref<SqlValue>(`${table}.${column}`), means: column };
}

/** Returns the columns for the users who made a record and changed it last, and when. */
export function stamps(prefix: string): Record<string, Column> {
  return {
    [`${prefix}_createuser`]: { kind: 'text' },
    [`${prefix}_createdate`]: { kind: 'date' },
    [`${prefix}_lastupdateuser`]: { kind: 'text' },
    [`${prefix}_lastupdatedate`]: { kind: 'date' },
  };
}

export function buildParameter(column: string, schema: FieldSchema): Parameter {
  return { column, schema };
}
