import type { Row } from '../list/memory';
import { fold, normalizeDate, toText } from '../list/values';
import { forEachPart, type Study, type WritableRow } from './rows';

const DAY_MILLISECONDS = 86_400_000;

/** The records that peer navigators upload, besides their own. */
export interface Uploads {
  participants: readonly Row[];
  followUps: readonly Row[];
  analytics: readonly Row[];
}

/** The field with the navigator's username, and the field with the date of the upload, of each kind of records. */
export const uploadFields = {
  participants: { navigator: 'peer_navigator', date: 'record_upload_date' },
  followUps: { navigator: 'peer_navigator', date: 'record_upload_date' },
  analytics: { navigator: 'username', date: 'upload_date' },
} as const satisfies Record<keyof Uploads, object>;

/**
 * Writes the derived fields into rows of peer navigators, as the embedded host computes them in SQL
 * (backend/derived/last-upload.ts). Dates after today are mistakes, and are ignored. Without the other records, the
 * fields are null.
 */
export async function deriveNavigators(
  rows: readonly WritableRow[],
  uploads: Uploads | undefined,
  { today, timeZone }: Study,
): Promise<void> {
  const end = getDayAfter(today);
  const latest = new Map<string, string>();
  const add = (navigator: unknown, date: unknown) => {
    const name = fold(toText(navigator));
    const time = name === '' ? null : normalizeDate(date, timeZone);
    if (time !== null && time < end && time > (latest.get(name) ?? '')) latest.set(name, time);
  };
  if (uploads)
    for (const kind of ['participants', 'followUps', 'analytics'] as const) {
      const { navigator, date } = uploadFields[kind];
      await forEachPart(uploads[kind], (row) => add(row[navigator], row[date]));
    }
  await forEachPart(rows, (row) => {
    const own = normalizeDate(row.upload_date, timeZone) ?? '';
    const times = [own < end ? own : '', latest.get(fold(toText(row.username))) ?? ''];
    const last = uploads ? times.sort().at(-1) || null : null;
    row.last_upload = last;
    row.days_since_upload = last && countDays(today) - countDays(last);
  });
}

/** Returns the number of days from 1 January 1970 to the day of a date in its sortable form. */
export function countDays(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MILLISECONDS;
}

/** Returns the day after a day. */
export function getDayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MILLISECONDS).toISOString().slice(0, 10);
}
