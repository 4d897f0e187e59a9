import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

let last = { second: Number.NaN, timeZone: '', text: '' };

/**
 * Returns a time as `YYYY-MM-DD HH:MM:SS` in the local time of the zone, without the zone's name. Formats the same
 * second only once, because that takes longer than a small query, and a page needs the present time several times.
 */
export function stamp(moment: Date, timeZone: string): string {
  const second = Math.floor(moment.getTime() / 1_000);
  if (last.second !== second || last.timeZone !== timeZone) {
    const text = format(new TZDate(moment.getTime(), timeZone), 'yyyy-MM-dd HH:mm:ss');
    last = { second, timeZone, text };
  }
  return last.text;
}

export const DAY_MILLISECONDS = 86_400_000;
