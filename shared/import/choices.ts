/**
 * The kinds of suspicious values in a file: a word or sign for a missing value, a whole number that ends in .0, a
 * number in scientific notation, and a value that differs from an earlier one of its column only by case, spaces or
 * marks.
 */
export const SUSPICIONS = ['missing', 'decimal', 'scientific', 'variant'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** The choices for the suspicious values of a column. Without a choice, they stop the import. */
export const CHOICES = ['empty', 'keep'] as const;
export type Choice = (typeof CHOICES)[number];

/** The choices by the name of the field. */
export type Choices = Readonly<Record<string, Choice>>;
