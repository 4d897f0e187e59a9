import { setImmediate } from 'node:timers/promises';
import { fold, toText } from '../list/values';

export type Row = Readonly<Record<string, unknown>>;
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

/** Calls a function for each row, with pauses for other work. */
export async function forEachPart<T>(rows: readonly T[], handle: (row: T) => void): Promise<void> {
  for (let start = 0; start < rows.length; start += PART) {
    for (const row of rows.slice(start, start + PART)) handle(row);
    await setImmediate();
  }
}
