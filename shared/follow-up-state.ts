import { resolveDay, writeRelativeDay } from './list/relative-days';
import { normalizeDate } from './list/values';

export const followUpStates = ['overdue', 'due', 'later', 'none'] as const;
/**
 * The state of a participant's next follow-up: `overdue` if its day has passed, `due` if it is today or within DUE_DAYS,
 * `later` if it is later than that, and `none` if no appointment is open.
 */
export type FollowUpState = (typeof followUpStates)[number];

/** A follow-up is due from this number of days before its appointment. */
export const DUE_DAYS = 14;

/** The dates of a follow-up, as a host sends them: the next appointment, and the upload of the follow-up. */
export interface FollowUpDates {
  next: unknown;
  uploaded: unknown;
}

/** The next follow-up of a participant. `day` is the day of the open appointment, as `YYYY-MM-DD`. */
export type DueFollowUp =
  | { state: Exclude<FollowUpState, 'none'>; day: string }
  | { state: 'none'; day: null };

/**
 * Returns the day and the state of a participant's next follow-up. Considers only the latest appointment that the
 * participant's record or a follow-up names. This appointment is no longer open if a follow-up that does not name it
 * was uploaded on its day or later. Days are those of the study's time zone. Ignores dates that cannot be read.
 */
export function findDueFollowUp(
  next: unknown,
  followUps: readonly FollowUpDates[],
  { today, timeZone }: { today: string; timeZone: string },
): DueFollowUp {
  const toDay = (raw: unknown) => normalizeDate(raw, timeZone)?.slice(0, today.length);
  const days = followUps.map((dates) => ({
    next: toDay(dates.next),
    uploaded: toDay(dates.uploaded),
  }));
  const latest = [toDay(next), ...days.map((dates) => dates.next)]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
  if (latest === undefined) return { state: 'none', day: null };
  const isClosed = days.some(
    (dates) => dates.next !== latest && dates.uploaded !== undefined && dates.uploaded >= latest,
  );
  if (isClosed) return { state: 'none', day: null };
  return { state: compareWithToday(latest, today), day: latest };
}

function compareWithToday(day: string, today: string): Exclude<FollowUpState, 'none'> {
  if (day < today) return 'overdue';
  return day <= resolveDay(writeRelativeDay(DUE_DAYS), today) ? 'due' : 'later';
}
