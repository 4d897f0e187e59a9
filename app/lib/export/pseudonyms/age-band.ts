import { computeAge } from 'shared/compute-age';
import { normalizeDate } from 'shared/list/values';

/** The number of years in an age band. */
const WIDTH = 5;
/** The first and the last band contain all ages below and above these. */
const FIRST = 15;
const LAST = 50;

/**
 * Returns the age band of a person on the day of an event, or an empty text if one of the dates cannot be read. The
 * band of a fixed day never changes, so that several exports do not show when a person had a birthday. The words keep
 * spreadsheets from reading a band as a date.
 */
export function getAgeBand(birthday: unknown, event: unknown, timeZone: string): string {
  const day = normalizeDate(event, timeZone)?.slice(0, 'YYYY-MM-DD'.length);
  const age = day === undefined ? undefined : computeAge(birthday, day, timeZone);
  if (age === undefined) return '';
  if (age < FIRST) return `under ${FIRST}`;
  if (age >= LAST) return `${LAST} or over`;
  const from = age - (age % WIDTH);
  return `${from} to ${from + WIDTH - 1}`;
}
