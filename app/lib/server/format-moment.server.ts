import { formatDate } from 'shared/list/format-date';
import { config } from './config.server';

const timeOfDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: config.STUDY_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});

/** Returns a time in the study's time zone, formatted as in lists, or only its time of day. */
export function formatMoment(milliseconds: number, format: 'date-time' | 'time'): string {
  if (format === 'time') return timeOfDay.format(milliseconds);
  return formatDate(new Date(milliseconds).toISOString(), format, config.STUDY_TIME_ZONE);
}
