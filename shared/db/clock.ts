import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** Returns a time as `YYYY-MM-DD HH:MM:SS` in the local time of the zone, without the zone's name. */
export function stamp(moment: Date, timeZone: string): string {
  return format(new TZDate(moment.getTime(), timeZone), 'yyyy-MM-dd HH:mm:ss');
}

export const DAY_MILLISECONDS = 86_400_000;
