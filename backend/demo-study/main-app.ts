import { getDaysBefore, makeOddDate, pickTime } from 'shared/demo/dates';
import { firstNames, lastNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import { listOwnFields } from 'shared/entities/declaration';
import { followUp } from 'shared/entities/follow-up';
import { participant } from 'shared/entities/participant';
import type { Database } from '../db/types';
import { buildAnswers } from './answers';
import { planAppointments } from './appointments';
import { insertRows, makeMany } from './fill';

const NAVIGATORS = 40;
const PARTICIPANTS = 1_200;
const FOLLOWUPS = 3_000;
const ANALYTICS = 20_000;

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
  planning: { chance: Chance; today: string },
): Promise<void> {
  const usernames = Array.from(
    { length: NAVIGATORS },
    (_, index) => `pn${String(index + 1).padStart(3, '0')}`,
  );
  await insertRows(
    db,
    'peer_navigator',
    usernames.map((username, index) => ({
      parent: index + 1,
      status: chance.pick([1, 1, 1, 2]),
      upload: 100 + index,
      username,
      first_name: chance.pick(firstNames),
      last_name: chance.pick(lastNames),
      phone_number: chance.maybe(0.1, () => makeDemoNumber(index + 1)),
      created_date: getDaysBefore(700 - index * 5, index * 97),
      upload_date: chance.maybe(0.05, () => pickTime(chance, 60)),
    })),
  );
  // The last three navigators have just started and have no participants yet.
  const active = usernames.slice(0, -3);
  const participants = makeMany(PARTICIPANTS, makeParticipantMaker(chance, active));
  const answerFollowup = buildAnswers(listOwnFields(followUp));
  const followUps = makeMany(FOLLOWUPS, () => ({
    ...answerFollowup(chance),
    peer_navigator: chance.pick(active),
    study_number: makeStudyNumber(chance.between(1, PARTICIPANTS)),
  }));
  const planned = planAppointments(participants, followUps, planning.chance, planning.today);
  await insertRows(db, 'participant', planned.participants);
  await insertRows(db, 'followup', planned.followUps);
  await insertRows(
    db,
    'analytic',
    makeMany(ANALYTICS, makeAnalyticMaker(chance, ANALYTICS, active)),
  );
}

/**
 * Creates the function that returns the participant with a number, who was recruited by one of the navigators.
 */
export function makeParticipantMaker(chance: Chance, usernames: readonly string[]) {
  const answer = buildAnswers(listOwnFields(participant));
  return (n: number) => ({
    ...answer(chance),
    peer_navigator: chance.maybe(0.01, () => chance.pick(usernames)),
    study_number: makeStudyNumber(n),
    phone_number: chance.maybe(0.08, () => makeDemoNumber(1_000 + n)),
  });
}

function makeStudyNumber(n: number): string {
  return `S-${String(n).padStart(5, '0')}`;
}

/**
 * Creates the function that returns the usage record with a number. The record with the number `count` is the
 * newest.
 */
export function makeAnalyticMaker(chance: Chance, count: number, usernames: readonly string[]) {
  return (n: number) => {
    const days = Math.floor((1 - n / count) * 600);
    const started = -chance.between(0, 8 * 3600);
    const seconds = chance.happens(0.02) ? null : Math.floor(chance.next() ** 3 * 1_800) + 1;
    const begin = getDaysBefore(days, started);
    return {
      upload: Math.ceil(n / 40),
      username: chance.pick(usernames),
      type: chance.pick(usage),
      start_date: chance.happens(0.004) ? makeOddDate(chance) : begin,
      end_date: seconds === null ? null : getDaysBefore(days, started + seconds),
      duration: seconds,
      result: chance.maybe(0.4, () => chance.pick(['OK', 'OK', 'Cancelled', 'No connection'])),
      subject: chance.pick(screens),
      created_date: begin,
      upload_date: getDaysBefore(Math.max(0, days - chance.between(0, 6)), 0),
    };
  };
}
