import type { FieldKind } from '../list/grammar';
import type { Field, Input } from './field';

/** The optional properties of a field that concern its column in lists. */
export type ColumnOptions = Partial<
  Pick<
    Field,
    | 'priority'
    | 'wide'
    | 'breaks'
    | 'hiddenAtFirst'
    | 'group'
    | 'aliases'
    | 'cardLabel'
    | 'holds'
    | 'valueKind'
  >
>;

export type IdentifyingOption = Pick<Field, 'identifying'>;

/** A field whose kind the compiler knows, so that the host can derive the type of its column from it. */
export interface FieldOfKind<Kind extends FieldKind> extends Field {
  kind: Kind;
}
export type TextField = FieldOfKind<'text'>;
export type NumberField = FieldOfKind<'number'>;
export type DateField = FieldOfKind<'date'>;
export type ChoiceField = FieldOfKind<'choice'>;

/** A choice whose code is in the column `StoredIn`. */
export interface CodedField<StoredIn extends string> extends ChoiceField {
  storedIn: StoredIn;
}

/** A further input for the column of another field. */
export interface SecondInput extends TextField {
  input: Input & { source: string };
}
