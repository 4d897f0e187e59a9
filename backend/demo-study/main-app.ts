import { type DemoDates, makeOddDate } from 'shared/demo/dates';
import { firstNames, lastNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import { listOwnFields } from 'shared/entities/declaration';
import { followUp } from 'shared/entities/follow-up';
import { participant } from 'shared/entities/participant';
import type { Database } from '../db/types';
import { buildAnswers } from './answers';
import { planAppointments } from './appointments';
import { type Course, planCourse } from './course';
import { insertRows, makeMany } from './fill';
import { planVisits, replaceSilent, SILENT, SILENT_DAYS } from './visits';

const NAVIGATORS = 40;
const PARTICIPANTS = 1_200;
const FOLLOWUPS = 3_000;
const ANALYTICS = 20_000;
/** Visits paused between these days, counted back from the present of the study. */
const PAUSE = [331, 318] as const;

/** The names of screens in the usage records. */
export const screens = [
  'Home',
  'Resources',
  'Facilities',
  'Participants',
  'Quiz',
  'Chat',
  'Follow-up form',
];
const usage = ['Screen', 'Screen', 'Screen', 'Search', 'Upload', 'Sign in'];

export async function fillMainApp(
  db: Database,
  chance: Chance,
  { dates, visiting, planning }: { dates: DemoDates; visiting: Chance; planning: Chance },
): Promise<void> {
  const usernames = Array.from(
    { length: NAVIGATORS },
    (_, index) => `pn${String(index + 1).padStart(3, '0')}`,
  );
  await insertRows(
    db,
    'peer_navigator',
    usernames
      .map((username, index) => ({
        parent: index + 1,
        status: chance.pick([1, 1, 1, 2]),
        upload: 100 + index,
        username,
        first_name: chance.pick(firstNames),
        last_name: chance.pick(lastNames),
        phone_number: chance.maybe(0.1, () => makeDemoNumber(index + 1)),
        created_date: dates.getDaysBefore(700 - index * 5, index * 97),
        upload_date: chance.maybe(0.05, () =>
          dates.getDaysBefore(Math.floor(20 * chance.next() ** 5), -chance.between(0, 8 * 3600)),
        ),
      }))
      .map((row) =>
        row.username === SILENT ? { ...row, upload_date: dates.getDaysBefore(SILENT_DAYS) } : row,
      ),
  );
  // The last three navigators have just started and have no participants yet.
  const active = usernames.slice(0, -3);
  const participants = makeMany(PARTICIPANTS, makeParticipantMaker({ chance, dates }, active));
  const followUps = makeMany(
    FOLLOWUPS,
    makeFollowUpMaker({ chance, dates }, active, [1, PARTICIPANTS]),
  );
  const visits = planVisits(
    { participants, followUps },
    { chance: visiting, course: planCourse(dates, PAUSE) },
  );
  const planned = planAppointments(visits.participants, visits.followUps, planning, dates.today);
  await insertRows(db, 'participant', planned.participants);
  await insertRows(db, 'follow_up', planned.followUps);
  await insertRows(
    db,
    'analytic',
    makeMany(
      ANALYTICS,
      makeAnalyticMaker({ chance, course: planCourse(dates) }, ANALYTICS, active),
    ),
  );
}

/**
 * Creates the function that returns the participant with a number, who was recruited by one of the navigators.
 */
export function makeParticipantMaker(
  { chance, dates }: { chance: Chance; dates: DemoDates },
  usernames: readonly string[],
) {
  const answer = buildAnswers(listOwnFields(participant), dates);
  return (n: number) => ({
    ...answer(chance),
    peer_navigator: chance.maybe(0.01, () => chance.pick(usernames)),
    study_number: makeStudyNumber(n),
    phone_number: chance.maybe(0.08, () => makeDemoNumber(1_000 + n)),
  });
}

/** Creates the function that returns a follow-up of one of the participants from number `first` to number `last`. */
export function makeFollowUpMaker(
  { chance, dates }: { chance: Chance; dates: DemoDates },
  usernames: readonly string[],
  [first, last]: readonly [number, number],
) {
  const answer = buildAnswers(listOwnFields(followUp), dates);
  return () => ({
    ...answer(chance),
    peer_navigator: chance.pick(usernames),
    study_number: makeStudyNumber(chance.between(first, last)),
  });
}

function makeStudyNumber(n: number): string {
  return `S-${String(n).padStart(5, '0')}`;
}

/**
 * Creates the function that returns the usage record with a number. The record with the number `count` is the
 * newest.
 */
export function makeAnalyticMaker(
  { chance, course }: { chance: Chance; course: Course },
  count: number,
  usernames: readonly string[],
) {
  const { dates } = course;
  return (n: number) => {
    const days = course.findDay(1 - n / count);
    const started = -chance.between(0, 8 * 3600);
    const seconds = chance.happens(0.02) ? null : Math.floor(chance.next() ** 3 * 1_800) + 1;
    const begin = dates.getDaysBefore(days, started);
    return {
      upload: Math.ceil(n / 40),
      username: replaceSilent(chance.pick(usernames), days),
      type: chance.pick(usage),
      start_date: chance.happens(0.004) ? makeOddDate(chance) : begin,
      end_date: seconds === null ? null : dates.getDaysBefore(days, started + seconds),
      duration: seconds,
      result: chance.maybe(0.4, () => chance.pick(['OK', 'OK', 'Cancelled', 'No connection'])),
      subject: chance.pick(screens),
      created_date: begin,
      upload_date: dates.getDaysBefore(Math.max(0, days - chance.between(0, 6)), 0),
    };
  };
}
