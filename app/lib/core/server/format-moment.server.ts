import { LRUCache } from 'lru-cache';
import { formatDate } from 'shared/list/format-date';
import { config } from './config.server';

const timeOfDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: config.STUDY_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});

/** Each page shows the time until the sign-in ends and the time of printing, which change once a minute. */
const formatted = new LRUCache<string, string>({ max: 500 });

/** Returns a time in the study's time zone, formatted as in lists, or only its time of day. */
export function formatMoment(milliseconds: number, format: 'date-time' | 'time'): string {
  const key = `${format} ${Math.floor(milliseconds / 60_000)}`;
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const text =
    format === 'time'
      ? timeOfDay.format(milliseconds)
      : formatDate(new Date(milliseconds).toISOString(), format, config.STUDY_TIME_ZONE);
  formatted.set(key, text);
  return text;
}
