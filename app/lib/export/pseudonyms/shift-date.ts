import { normalizeDate } from 'shared/list/values';

const DAY_MS = 86_400_000;
const DAY = 'YYYY-MM-DD'.length;

/**
 * Returns a date that is moved by a number of days, with the same time of day. Returns an empty text for a date that
 * cannot be read, because its text could identify somebody.
 */
export function shiftDate(raw: unknown, days: number, timeZone: string): string {
  const text = normalizeDate(raw, timeZone);
  if (text === null) return '';
  const moved = new Date(Date.parse(`${text.slice(0, DAY)}T00:00:00Z`) + days * DAY_MS);
  const year = moved.getUTCFullYear();
  if (year < 0 || year > 9999) return '';
  return moved.toISOString().slice(0, DAY) + text.slice(DAY);
}
