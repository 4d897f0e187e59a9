import { config } from '../config.server';
import { formatDate } from './format';

/** A moment in the study's time zone, as lists show it; only its time of day where that is enough. */
export function formatMoment(milliseconds: number, look: 'date-time' | 'time'): string {
  const iso = new Date(milliseconds).toISOString();
  const full = formatDate(iso, 'date-time', config.STUDY_TIME_ZONE);
  return look === 'time' ? full.slice(-'HH:mm'.length) : full;
}
