/** The kind of a field, which determines how its values are filtered and compared. */
export type FieldKind = 'text' | 'choice' | 'number' | 'date';

/** The fields a query may name, with their kinds. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;
