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

/** The addition to a column of numbers that addresses must not contain, because they stand for participants or phones. */
export const hiddenNumber: Pick<Column, 'isReadableFilter'> = { isReadableFilter: () => false };

/** Matches a number with more digits than ids have, which may be a phone number that somebody has typed as an id. */
const LONG_NUMBER = /^\d{8,}$/;

/** Returns whether a text that stands for a record's id is a number that is too long for an id. */
export function isLongNumber(id: string): boolean {
  return LONG_NUMBER.test(id);
}

/** Returns whether a record's id must be encrypted in addresses and in the audit log, as a phone number must. */
export function isIdentifyingId(
  { key, list, hasOpaqueIds }: Pick<Entity, 'key' | 'list' | 'hasOpaqueIds'>,
  id: unknown,
): boolean {
  const column = list.columns.find(({ field }) => field === key);
  if (hasOpaqueIds || isLongNumber(toText(id))) return true;
  return column !== undefined && isIdentifying(column, id);
}
