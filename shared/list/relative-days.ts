/** Matches a day relative to today. In an address, an unescaped plus sign is read as a space. */
const RELATIVE = /^today(?:([+ -])(\d{1,4})d)?$/;
const DAY_MILLISECONDS = 86_400_000;

/**
 * Reads a calendar day, written as `YYYY-MM-DD`, or a day relative to today, up to 9,999 days away, such as `today`,
 * `today-30d` or `today+14d`. Returns the day in its canonical form, or undefined if the text is not a day.
 */
export function readDay(value: string): string | undefined {
  const offset = readOffset(value);
  return offset === undefined ? readCalendarDay(value) : writeRelativeDay(offset);
}

/** Returns the number of days from today to a relative day, or undefined for any other text. */
export function readOffset(value: string): number | undefined {
  const match = RELATIVE.exec(value);
  if (!match) return undefined;
  const [, sign, days = 0] = match;
  return sign === '-' ? -Number(days) : Number(days);
}

/** Returns the relative day that is this number of days after today. */
export function writeRelativeDay(offset: number): string {
  if (offset === 0) return 'today';
  return `today${offset < 0 ? '-' : '+'}${Math.abs(offset)}d`;
}

/** Returns the calendar day of a day that may be relative. `today` is the present day as `YYYY-MM-DD`. */
export function resolveDay(day: string, today: string): string {
  const offset = readOffset(day);
  if (offset === undefined) return day;
  const time = Date.parse(`${today}T00:00:00Z`) + offset * DAY_MILLISECONDS;
  return new Date(time).toISOString().slice(0, today.length);
}

function readCalendarDay(value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
  return isDay ? value : undefined;
}
