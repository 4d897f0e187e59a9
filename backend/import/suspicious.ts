import type { Suspicion } from 'shared/import/choices';

/** The maximum length of a value that can be suspicious. Longer ones are free text. */
export const MOST_CHARACTERS = 100;

/** The words and signs by which statistics programs, spreadsheets and databases write a missing value, in lower case. */
const MISSING: ReadonlySet<string> = new Set([
  ...[
    'na',
    'n/a',
    '#n/a',
    '<na>',
    'n.a.',
    'n.a',
    'nan',
    '-nan',
    'nat',
    'null',
    '(null)',
    '[null]',
    '#null!',
    'nil',
  ],
  ...[
    'none',
    'undefined',
    'missing',
    'empty',
    '(blank)',
    '\\n',
    '#value!',
    '#ref!',
    '#name?',
    '#div/0!',
    '#num!',
  ],
  ...[
    'inf',
    '-inf',
    '.',
    '..',
    '-',
    '--',
    '---',
    '–',
    '—',
    '?',
    '??',
    '*',
    'na_character_',
    'na_integer_',
    'na_real_',
  ],
]);
/** SAS and Stata write extended missing values as a full stop and a letter. */
const LETTERED = /^\.[a-z_]$/;
const DECIMAL = /^[+-]?\d+\.0+$/;
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/;

/** Returns the kind of a value that is suspicious by itself, or undefined if it is not. */
export function findSuspicion(value: string): Exclude<Suspicion, 'variant'> | undefined {
  if (value.length > MOST_CHARACTERS) return undefined;
  const text = value.trim().toLowerCase();
  if (MISSING.has(text) || LETTERED.test(text)) return 'missing';
  if (DECIMAL.test(text)) return 'decimal';
  return SCIENTIFIC.test(text) ? 'scientific' : undefined;
}

/**
 * Returns a text in which values that differ only by case, spaces, marks or invisible signs are equal. Empty if the
 * value has nothing else.
 */
export function foldValue(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/[\p{M}\p{Z}\p{C}]+/gu, '')
    .toLowerCase();
}
