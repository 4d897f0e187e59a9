import { normalizeDate } from './list/values';

/** The maximum age in years. A date of birth that results in a higher age is taken for a typing error. */
const MAX_AGE = 120;

/**
 * Returns the age in full years on the day `today`. Returns undefined if the date of birth cannot be read, is after
 * today, or makes the person older than 120.
 */
export function computeAge(birthday: unknown, today: string, timeZone: string): number | undefined {
  const day = normalizeDate(birthday, timeZone)?.slice(0, today.length);
  if (day === undefined) return undefined;
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4));
  const age = today.slice(4) < day.slice(4) ? years - 1 : years;
  return age >= 0 && age <= MAX_AGE ? age : undefined;
}
