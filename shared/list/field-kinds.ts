/** The kind of a field, which determines how its values are filtered and compared. */
export type FieldKind = 'text' | 'choice' | 'number' | 'date';

/** The kinds of the fields that a query may name. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;
