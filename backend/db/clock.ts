import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** A moment as the study writes it: `YYYY-MM-DD HH:MM:SS`, local to the zone, without naming it. */
export function stamp(moment: Date, timeZone: string): string {
  return format(new TZDate(moment.getTime(), timeZone), 'yyyy-MM-dd HH:mm:ss');
}
