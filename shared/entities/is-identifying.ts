// Does not import toText from values.ts. Otherwise, browsers would also receive the time zone data of values.ts.
import { toText } from '../list/to-text';
import type { Field } from './field';

/** Matches an e-mail address, or a phone number with or without separators. */
const PERSONAL_NAME = /@|^\+?[\d\s().-]{6,}$/;

/**
 * Returns whether a value of this field can identify a person. An account name can only if it is an e-mail address or
 * a phone number. An empty value identifies nobody.
 */
export function isIdentifying(
  { identifying }: Pick<Field, 'identifying'>,
  value: unknown,
): boolean {
  const text = toText(value).trim();
  if (identifying === 'account name') return PERSONAL_NAME.test(text);
  return identifying && text !== '';
}
