import type { SqlRow } from 'shared/db/types';
import type { Chance } from 'shared/demo/random';
import { resolveDay, writeRelativeDay } from 'shared/list/relative-days';
import { normalizeDate } from 'shared/list/values';

/** A day that a mistyped year has put into the future. */
const MISTYPED = '2062-03-11';
/** The field of follow-ups with the day on which information about PrEP was sent. */
const SENT_DATE = 'srh_prep_information_app_sent_date';

/**
 * Returns the rows of participants and follow-ups with appointments as in a running study: most are done by the next
 * follow-up, and the last one is over, due, later or done. Also makes a few of the mistakes that happen in a study.
 * Appointments that are still open are around the present day.
 */
export function planAppointments<Participant extends SqlRow, FollowUp extends SqlRow>(
  participants: readonly Participant[],
  followUps: readonly FollowUp[],
  chance: Chance,
  today: string,
) {
  const dayAfter = (day: string, days: number) => resolveDay(writeRelativeDay(days), day);
  const next = new Map<FollowUp, string | null>();
  const last = new Map<unknown, string | null>();
  for (const { study_number } of participants) {
    const own = followUps
      .filter((row) => row.study_number === study_number)
      .flatMap((row) => {
        const day = normalizeDate(row.record_upload_date, 'UTC')?.slice(0, today.length);
        return day === undefined ? [] : [{ row, day }];
      })
      .sort((a, b) => (a.day < b.day ? -1 : 1));
    const state = chance.pick(['as before', 'due', 'later', 'later', 'done', 'done'] as const);
    if (state === 'as before') continue;
    // Each follow-up, except the last one, names an appointment shortly before the next follow-up.
    own.forEach(({ row, day }, index) => {
      const following = own[index + 1]?.day;
      const planned = following && dayAfter(following, -chance.between(0, 10));
      next.set(row, planned !== undefined && planned > day ? planned : null);
    });
    for (const row of followUps)
      if (row.study_number === study_number && !next.has(row)) next.set(row, null);
    const open = { due: chance.between(0, 14), later: chance.between(15, 75), done: undefined };
    const days = open[state];
    const latest = own.at(-1)?.day;
    const done = latest === undefined ? null : dayAfter(latest, -chance.between(0, 10));
    last.set(study_number, days === undefined ? done : dayAfter(today, days));
  }
  return {
    participants: participants.map((row, index) => {
      const own = row.study_number;
      const planned = last.has(own) ? { ...row, next_date: last.get(own) ?? null } : row;
      // Three participants have the number of the one before, and three have a mistyped year.
      if (index % 400 === 397)
        return { ...planned, study_number: participants[index - 1]?.study_number ?? null };
      return index % 400 === 390 ? { ...planned, assessment_date: MISTYPED } : planned;
    }),
    followUps: followUps.map((row, index) => {
      const planned = next.has(row) ? { ...row, next_checkin_date: next.get(row) ?? null } : row;
      // Three follow-ups have a mistyped year.
      return index % 1000 === 500 ? { ...planned, [SENT_DATE]: MISTYPED } : planned;
    }),
  };
}
