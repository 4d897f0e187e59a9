/**
 * A row of a repeated group, such as an option of a quiz. It holds the values of its inputs by name, and `id`.
 */
export type ItemRow = Readonly<Record<string, string | undefined>>;

/** The value of an input. It is a text, or the rows of a repeated group. */
export type FormValue = string | readonly ItemRow[];

/** The values of a form, by field name. */
export type FormValues = Readonly<Record<string, FormValue>>;
