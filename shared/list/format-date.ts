import { normalizeDate, toText } from './values';

/** Looked up: a list formats dozens of dates, and their text is in order already. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en', { month: 'long' }),
);

/** `dd MMMM yyyy`, with `HH:mm` for a moment (product-spec.md §9). */
export function formatDate(raw: unknown, format: 'date' | 'date-time', timeZone: string): string {
  const local = normalizeDate(raw, timeZone);
  if (local === null) return toText(raw);
  const [day = '', time] = local.split(' ');
  const [year, month, date] = day.split('-');
  const words = `${date} ${MONTHS[Number(month) - 1]} ${year}`;
  // A day without a time is not midnight.
  if (format === 'date' || time === undefined) return words;
  return `${words} ${time.slice(0, 'HH:mm'.length)}`;
}
