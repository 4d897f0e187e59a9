// Does not import toText from values.ts. Otherwise, browsers would also receive the time zone data of values.ts.
import { toText } from 'shared/list/to-text';
import type { Column, Entity } from './entity';

/** Matches an e-mail address, or a phone number with or without separators. */
const PERSONAL_NAME = /@|^\+?[\d\s().-]{6,}$/;

/**
 * Returns whether a value of this column can identify a person. An account name does only if it is an e-mail
 * address or a phone number. An empty value identifies nobody.
 */
export function isIdentifying(
  { identifying }: Pick<Column, 'identifying'>,
  value: unknown,
): boolean {
  const text = toText(value).trim();
  if (identifying === 'account name') return PERSONAL_NAME.test(text);
  return identifying && text !== '';
}

/** Returns whether a record's id can identify a person, as a phone number does. */
export function isIdentifyingId({ key, list }: Pick<Entity, 'key' | 'list'>, id: unknown): boolean {
  const column = list.columns.find(({ field }) => field === key);
  return column !== undefined && isIdentifying(column, id);
}
