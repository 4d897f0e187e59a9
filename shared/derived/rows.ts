import { setImmediate } from 'node:timers/promises';
import type { Row } from '../list/memory';
import { fold, toText } from '../list/values';

export type WritableRow = Record<string, unknown>;

/** The day on which a participant withdrew, as `YYYY-MM-DD`, and the reason. */
export interface Withdrawal {
  day: string;
  reason: string | null;
}

/** The present day of the study as `YYYY-MM-DD`, and its time zone. */
export interface Study {
  today: string;
  timeZone: string;
  /**
   * The withdrawals of participants, by their ids, if the host has no field for them. Undefined if the rows themselves
   * have them.
   */
  withdrawals?: ReadonlyMap<string, Withdrawal> | undefined;
}

/** The number of rows that are read or written at once. Other work runs in between. */
const PART = 2_000;

/** Returns the value by which the study numbers of participants and follow-ups are matched. Empty if there is none. */
export function readNumber(row: Row): string {
  return fold(toText(row.study_number));
}

/**
 * Signs in which spellings of one study number differ: spaces, signs that nobody sees, and kinds of hyphens. These are
 * fewer than `getValueKey` drops, because SQL must give the same result.
 */
export const spellings = {
  dropped: [
    ...[' ', '\t', '\n', '\r', '\u00a0', '\u2007', '\u2009', '\u202f', '\u3000'],
    ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff'],
  ],
  hyphens: ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212'],
} as const;
const spelled: ReadonlyMap<string, string> = new Map([
  ...spellings.dropped.map((sign) => [sign, ''] as const),
  ...spellings.hyphens.map((sign) => [sign, '-'] as const),
]);

/** Returns a study number without what spellings of one number differ in. Empty if there is none. */
export function readSpelling(row: Row): string {
  const number = readNumber(row);
  // Most numbers need nothing else.
  if (/^[!-~]*$/.test(number)) return number;
  return Array.from(number, (sign) => spelled.get(sign) ?? sign).join('');
}

/** Calls a function for each row, with pauses for other work. */
export async function forEachPart<T>(rows: readonly T[], handle: (row: T) => void): Promise<void> {
  for (let start = 0; start < rows.length; start += PART) {
    for (const row of rows.slice(start, start + PART)) handle(row);
    await setImmediate();
  }
}
