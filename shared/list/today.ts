import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

let last = { second: Number.NaN, timeZone: '', day: '' };

/**
 * Returns the present day in a time zone, as `YYYY-MM-DD`. Formats the same second only once, because that takes longer
 * than a small query.
 */
export function getToday(timeZone: string, now = new Date()): string {
  const second = Math.floor(now.getTime() / 1_000);
  if (last.second !== second || last.timeZone !== timeZone) {
    const day = format(new TZDate(now.getTime(), timeZone), 'yyyy-MM-dd');
    last = { second, timeZone, day };
  }
  return last.day;
}
