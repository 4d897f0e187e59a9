import { type Band, type Bands, findLabel } from './bands';
import { resolveDay, writeRelativeDay } from './list/relative-days';
import { normalizeDate } from './list/values';

export const followUpStates = ['overdue', 'due', 'later', 'none'] as const;
/**
 * The state of a participant's next follow-up: `overdue` if its day has passed, `due` if it is today or within
 * DUE_DAYS, `later` if it is later than that, and `none` if no appointment is open.
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

/** The appointment that the records of a participant name, with days as `YYYY-MM-DD`. */
export interface Appointment {
  /** The day of the latest appointment. */
  latest: string | null;
  /** The same day, unless the appointment is done. */
  open: string | null;
}

/**
 * Returns the latest appointment of the participant's record and follow-ups. It is done if a follow-up was uploaded on
 * or after its day, unless the appointment is this follow-up's own. Days are those of the study's time zone. Ignores
 * dates that cannot be read.
 */
export function findAppointment(
  next: unknown,
  followUps: readonly FollowUpDates[],
  timeZone: string,
): Appointment {
  const days = followUps.map((dates) => ({
    next: toDay(dates.next, timeZone),
    uploaded: toDay(dates.uploaded, timeZone),
  }));
  const latest = [toDay(next, timeZone), ...days.map((dates) => dates.next)]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
  if (latest === undefined) return { latest: null, open: null };
  const isDone = days.some(
    (dates) => dates.next !== latest && dates.uploaded !== undefined && dates.uploaded >= latest,
  );
  return { latest, open: isDone ? null : latest };
}

/** Returns the day and the state of a participant's next follow-up, by `findAppointment`. */
export function findDueFollowUp(
  next: unknown,
  followUps: readonly FollowUpDates[],
  { today, timeZone }: { today: string; timeZone: string },
): DueFollowUp {
  const { open } = findAppointment(next, followUps, timeZone);
  const state = followUpStates.find(
    (candidate) => candidate === findLabel(open, getFollowUpBands(today)),
  );
  return open === null || state === undefined || state === 'none'
    ? { state: 'none', day: null }
    : { state, day: open };
}

/** Returns the states of open appointments by their days. */
export function getFollowUpBands(today: string): Bands & { otherwise: FollowUpState } {
  const dayAfter = (days: number) => resolveDay(writeRelativeDay(days), today);
  const bands: readonly (Band & { label: FollowUpState })[] = [
    { label: 'overdue', to: dayAfter(-1) },
    { label: 'due', from: today, to: dayAfter(DUE_DAYS) },
    { label: 'later', from: dayAfter(DUE_DAYS + 1) },
  ];
  return { bands, otherwise: 'none' };
}

/** Returns the day of a host's date in the study's time zone, or undefined if it cannot be read. */
export function toDay(raw: unknown, timeZone: string): string | undefined {
  return normalizeDate(raw, timeZone)?.slice(0, 'YYYY-MM-DD'.length);
}
