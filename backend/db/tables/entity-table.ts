import type { Generated, GeneratedAlways } from 'kysely';
import type { Field } from '../../../shared/entities/field';

/** The part of a declaration from which the columns of its table follow. */
interface Declared {
  key: string;
  fields: Readonly<Record<string, Field>>;
  stamps?: { prefix: string };
}

/** The facts about the columns of an entity's table that its declaration does not state. */
interface ColumnRules<Name> {
  /** The fields that the host computes, so that the table has no column for them. */
  computed?: Name;
  /** The columns that are never null. */
  notNull?: Name;
  /** The columns that have a default value, and are never null. A numeric key is always such a column. */
  defaulted?: Name;
}

/**
 * The columns of an entity's table: those of its declared fields, those of its stamps, and the sortable values of its
 * dates. Rules that name an undeclared column do not compile.
 */
export type EntityTable<
  Entity extends Declared,
  Rules extends ColumnRules<StoredName<Entity>> = ColumnRules<never>,
> = EntityColumns<Entity, Rules> &
  StampsOf<Entity> &
  Sortable<Exclude<DateName<Entity['fields']>, Named<Rules, 'computed'>>>;

/**
 * The columns of the declared fields alone, as in append-only tables, which have no stamps and no sortable dates
 * (`appendOnly` in entities/table.ts).
 */
export type EntityColumns<
  Entity extends Declared,
  Rules extends ColumnRules<StoredName<Entity>> = ColumnRules<never>,
> = {
  -readonly [Name in keyof Entity['fields'] & string as Exclude<
    ColumnNames<Entity['fields']>[Name],
    Named<Rules, 'computed'>
  >]: ColumnType<
    ColumnNames<Entity['fields']>[Name],
    StoredValue<Entity['fields'][Name]>,
    Named<Rules, 'notNull'>,
    Named<Rules, 'defaulted'> | NumericKey<Entity>
  >;
};

/** The columns for the user who added a record, the user who changed it last, and the times of both. */
export type Stamps<Prefix extends string> = {
  [column in
    | `${Prefix}_createuser`
    | `${Prefix}_createdate`
    | `${Prefix}_lastupdateuser`
    | `${Prefix}_lastupdatedate`]: string | null;
};

type StampsOf<Entity> = Entity extends { stamps: { prefix: infer Prefix extends string } }
  ? Stamps<Prefix> & Sortable<`${Prefix}_createdate` | `${Prefix}_lastupdatedate`>
  : unknown;

/**
 * The values by which lists compare dates. They are added to inserts and updates automatically
 * (sortable-dates.ts).
 */
type Sortable<Date extends string> = {
  [column in `${Date}_sortable`]: GeneratedAlways<string | null>;
};

/** The name of the column of each field, or never for a field without a column of its own. */
type ColumnNames<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends
    | { derived: true }
    | { input: { source: string } }
    ? never
    : Fields[Name] extends { storedIn: infer Column extends string }
      ? Column
      : Name;
};

type StoredName<Entity extends Declared> = ColumnNames<Entity['fields']>[keyof Entity['fields'] &
  string];

/** The type of a stored value. Codes are numbers; a choice without a code is stored as its text. */
type StoredValue<Declaration> = Declaration extends { storedIn: string } | { kind: 'number' }
  ? number
  : Declaration extends { kind: 'text' | 'date' | 'choice' }
    ? string
    : never;

type ColumnType<Name, Value, NotNull, Defaulted> = Name extends Defaulted
  ? Generated<Value>
  : Name extends NotNull
    ? Value
    : Value | null;

/** The name of the key, if it is a number, which the database assigns. */
type NumericKey<Entity extends Declared> = Entity['fields'][Entity['key']] extends {
  kind: 'number';
}
  ? Entity['key']
  : never;

/** The names of the stored dates. */
type DateName<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends { kind: 'date' }
    ? ColumnNames<Fields>[Name]
    : never;
}[keyof Fields & string];

/** The columns that rules name. */
type Named<Rules, Rule extends keyof ColumnRules<string>> = Rules extends {
  [rule in Rule]: infer Name extends string;
}
  ? Name
  : never;
