import { normalizeDate, toText } from './values';

/**
 * The English names of the months. A lookup is faster than a date formatter, and a list formats dozens of
 * dates.
 */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en', { month: 'long' }),
);

/**
 * Returns a host's date as `dd MMMM yyyy`, or as `dd MMMM yyyy HH:mm` if the format is 'date-time' and the date
 * has a time (product-spec.md §9). Returns a value that is not a date as text.
 */
export function formatDate(raw: unknown, format: 'date' | 'date-time', timeZone: string): string {
  const local = normalizeDate(raw, timeZone);
  if (local === null) return toText(raw);
  const [day = '', time] = local.split(' ');
  const [year, month, date] = day.split('-');
  const words = `${date} ${MONTHS[Number(month) - 1]} ${year}`;
  // A date without a time is not shown as midnight.
  if (format === 'date' || time === undefined) return words;
  return `${words} ${time.slice(0, 'HH:mm'.length)}`;
}
