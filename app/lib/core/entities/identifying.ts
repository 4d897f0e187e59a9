// Does not import toText from values.ts. Otherwise, browsers would also receive the time zone data of values.ts.
import { isIdentifying } from 'shared/entities/is-identifying';
import { toText } from 'shared/list/to-text';
import type { Column } from './column';
import type { Entity } from './entity';

/** The addition to a column whose numbers identify participants or phones, so that addresses must not contain them. */
export const hiddenNumber: Pick<Column, 'isReadableFilter'> = { isReadableFilter: () => false };

/**
 * Matches a number with more digits than ids have. It may be a phone number that somebody has typed instead of an id.
 */
const LONG_NUMBER = /^\d{8,}$/;

/** Returns whether a text that should be a record's id is a number with too many digits for an id. */
export function isLongNumber(id: string): boolean {
  return LONG_NUMBER.test(id);
}

/** Returns whether a record's id must be encrypted in addresses and in the audit log, as phone numbers must be. */
export function isIdentifyingId(
  { key, list, hasOpaqueIds }: Pick<Entity, 'key' | 'list' | 'hasOpaqueIds'>,
  id: unknown,
): boolean {
  const column = list.columns.find(({ field }) => field === key);
  if (hasOpaqueIds || isLongNumber(toText(id))) return true;
  return column !== undefined && isIdentifying(column, id);
}
