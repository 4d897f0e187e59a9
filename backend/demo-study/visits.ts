import type { SqlRow, SqlValue } from 'shared/db/types';
import { defined } from 'shared/defined';
import type { Chance } from 'shared/demo/random';
import { normalizeDate } from 'shared/list/values';
import type { Course } from './course';

/** The peer navigator who has uploaded nothing for SILENT_DAYS, and the one who took over the participants. */
export const SILENT = 'pn008';
const SUCCESSOR = 'pn009';
export const SILENT_DAYS = 41;
/** The records of a visit are uploaded at most this number of days later. */
const LATE_DAYS = 6;
/** The first follow-up is at least this number of days after the enrolment. */
const FIRST_FOLLOW_UP = 14;

interface VisitRow extends SqlRow {
  peer_navigator: string | null;
  study_number: string | null;
}

/** Returns the peer navigator who makes a record on a day, given as days before the present of the study. */
export function replaceSilent<Name extends string | null>(navigator: Name, day: number) {
  return navigator === SILENT && day <= SILENT_DAYS + LATE_DAYS ? SUCCESSOR : navigator;
}

/**
 * Returns participants and follow-ups with the dates of a study's course: participants are enrolled in the order of
 * their numbers, and have follow-ups afterwards. Dates that cannot be read stay.
 */
export function planVisits<Participant extends VisitRow, FollowUp extends VisitRow>(
  {
    participants,
    followUps,
  }: { participants: readonly Participant[]; followUps: readonly FollowUp[] },
  { chance, course }: { chance: Chance; course: Course },
) {
  const { dates } = course;
  const count = participants.length;
  const enrolled = participants.map((_, index) =>
    course.findDay(1 - (index + chance.next()) / count),
  );
  /** The number of participants who can have had a follow-up. */
  const established = enrolled.filter((day) => day > FIRST_FOLLOW_UP).length;
  const indexes = new Map(participants.map(({ study_number }, index) => [study_number, index]));
  const planVisit = <Row extends VisitRow>(row: Row, day: number) => {
    const uploaded = Math.max(0, day - chance.between(0, LATE_DAYS));
    const time = dates.getDaysBefore(uploaded, -chance.between(0, 8 * 3600));
    return {
      ...row,
      peer_navigator: replaceSilent(row.peer_navigator, day),
      record_upload_date: replaceDate(row.record_upload_date, time),
    };
  };
  return {
    participants: participants.map((row, index) => {
      const day = defined(enrolled[index]);
      return {
        ...planVisit(row, day),
        assessment_date: replaceDate(row.assessment_date, dates.getDayBefore(day)),
      };
    }),
    followUps: followUps.map((row) => {
      const given = indexes.get(row.study_number) ?? 0;
      const other = chance.between(0, established - 1);
      const index = given < established ? given : other;
      const first = defined(enrolled[index]) - FIRST_FOLLOW_UP;
      const day = Math.min(first, course.findDay(chance.next() * course.computeShare(first)));
      return { ...planVisit(row, day), study_number: participants[index]?.study_number ?? null };
    }),
  };
}

/** Returns the new date, or the old one if it is a mistake. */
function replaceDate(old: SqlValue | undefined, date: string): string {
  return typeof old === 'string' && normalizeDate(old, 'UTC') === null ? old : date;
}
