import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** Returns the present day in a time zone, as `YYYY-MM-DD`. */
export function getToday(timeZone: string, now = new Date()): string {
  return format(new TZDate(now.getTime(), timeZone), 'yyyy-MM-dd');
}
