/** The maximum length of a variable's name in Stata. SPSS allows 64 characters, and R any number. */
const MAX_NAME = 32;

/** The name that the Stata script uses for a variable while it converts another one. */
export const STATA_SCRATCH = 'tmp__export';

/** The words that cannot be names of variables in SPSS, Stata or R, in lower case. */
const RESERVED = new Set(
  [
    'all and by eq ge gt le lt ne not or to with',
    '_all _b byte _coef _cons _n _pi _pred _rc _skip double float if in int long strl using',
    'break else false for function inf na nan next null repeat true while',
    STATA_SCRATCH,
  ].flatMap((words) => words.split(' ')),
);

/**
 * Returns for each field a variable name that SPSS, Stata and R accept: letters, digits and underscores, beginning with
 * a letter, at most 32 characters. The names are unique regardless of case, because SPSS ignores it.
 */
export function nameVariables(fields: readonly string[]): string[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    const wanted = toAllowed(field);
    let name = wanted.slice(0, MAX_NAME).replace(/_+$/, '');
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const suffix = `_${number}`;
      name = wanted.slice(0, MAX_NAME - suffix.length).replace(/_+$/, '') + suffix;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

/**
 * Returns the field's name with only the allowed characters. Adds `_v` to a reserved name. Puts `v_` before a name that
 * does not begin with a letter, in place of any underscores at its beginning.
 */
function toAllowed(field: string): string {
  const plain = field
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_');
  const isReserved = RESERVED.has(plain.toLowerCase()) || /^str\d+$/i.test(plain);
  if (isReserved) return `${plain}_v`.replace(/^_+/, 'v_');
  return /^[A-Za-z]/.test(plain) ? plain : `v_${plain.replace(/^_+/, '')}`;
}
