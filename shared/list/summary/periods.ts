/** A unit of time by which dates are grouped. Weeks are those of ISO 8601, which begin on Monday. */
export type DateUnit = (typeof dateUnits)[number];

export const dateUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** A period of time. Both days belong to it. */
export interface Period {
  from: string;
  to: string;
}

const DAY_MILLISECONDS = 86_400_000;
const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';
const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = {
  month: 1,
  quarter: 3,
  year: 12,
};

/** Returns the number of characters at the start of a sortable date that determine its period. */
export function getPrefixLength(unit: DateUnit): number {
  if (unit === 'day' || unit === 'week') return 'YYYY-MM-DD'.length;
  return unit === 'year' ? 'YYYY'.length : 'YYYY-MM'.length;
}

/** Returns the number of the period that contains a day. `day` may be cut to the length of `getPrefixLength`. */
export function findPeriod(day: string, unit: DateUnit): number {
  if (unit === 'day' || unit === 'week') {
    const days = toDays(day.slice(0, 10));
    // The first day of the count, 1 January 1970, was a Thursday.
    return unit === 'day' ? days : Math.floor((days + 3) / 7);
  }
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7) || 1) - 1;
  return Math.floor(months / MONTHS[unit]);
}

/** Returns the first and the last day of a period. */
export function getPeriod(index: number, unit: DateUnit): Period {
  const last = (getFirstDay(index + 1, unit) ?? toDays(LAST_DAY) + 1) - 1;
  return { from: toDay(getFirstDay(index, unit) ?? 0), to: toDay(last) };
}

/** Returns the first day of a period as a number of days, or undefined if it is after the year 9999. */
function getFirstDay(index: number, unit: DateUnit): number | undefined {
  if (unit === 'day') return index;
  if (unit === 'week') return index * 7 - 3;
  const months = index * MONTHS[unit];
  const year = Math.floor(months / 12);
  if (year > 9999) return undefined;
  const month = String((months % 12) + 1).padStart(2, '0');
  return toDays(`${String(year).padStart(4, '0')}-${month}-01`);
}

function toDays(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MILLISECONDS;
}

function toDay(days: number): string {
  const limited = Math.min(Math.max(days, toDays(FIRST_DAY)), toDays(LAST_DAY));
  return new Date(limited * DAY_MILLISECONDS).toISOString().slice(0, 10);
}
