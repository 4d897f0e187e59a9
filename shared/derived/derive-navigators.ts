import { toDay } from '../follow-up-state';
import { forEachPart, type Study, type WritableRow } from './rows';

const DAY_MILLISECONDS = 86_400_000;

/**
 * Writes the derived fields into rows of peer navigators, as the embedded host computes them in SQL
 * (backend/entities/peer-navigator.ts).
 */
export async function deriveNavigators(
  rows: readonly WritableRow[],
  { today, timeZone }: Study,
): Promise<void> {
  await forEachPart(rows, (row) => {
    const day = toDay(row.upload_date, timeZone);
    row.days_since_upload = day === undefined ? null : countDays(today) - countDays(day);
  });
}

/** Returns the number of days from 1 January 1970 to a day. */
export function countDays(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MILLISECONDS;
}
