import { defined } from 'shared/defined';
import type { DemoDates } from 'shared/demo/dates';
import { firstNames, makeDemoNumber } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';
import type { Database } from '../db/types';
import { planCourse } from './course';
import { insertRows, makeMany, makeStamps } from './fill';
import { quizzes } from './quizzes';
import { makers } from './users';

const PHONES = 300;
/** The types of consecutive phones: 1 Public, 2 Peer Navigator, 3 Participant, 4 Moderator. */
const types = [1, 2, 3, 3, 3, 3, 3, 4, 3, 2] as const;
const colors = ['#E53935', '#1E88E5', '#43A047', '#FB8C00', '00897B', null] as const;
/** The number of quizzes with attempts. Later quizzes are new and have none. */
const TRIED = 22;
const ATTEMPTS = 900;
/** The number of the quiz whose options are stored as broken JSON. */
const BROKEN = 7;

interface Option {
  /** The id of the answer, which older versions of the messenger did not store. */
  id?: number;
  no: number;
  answer: string;
  correct: number;
}

export async function fillMessenger(db: Database, chance: Chance, dates: DemoDates): Promise<void> {
  const getType = (n: number) => defined(types[n % types.length]);
  await insertRows(
    db,
    'phone',
    makeMany(PHONES, (n) => ({
      ...makeStamps(
        'phone',
        makeDemoNumber(n),
        dates.getDaysBefore(620 - 2 * n),
        makeDemoNumber(n),
        dates.pickTime(chance, 40),
      ),
      phone_number: makeDemoNumber(n),
      phone_name: chance.pick(firstNames) + (n % 40 === 0 ? ' ' : ''),
      phone_pin: chance.maybe(0.1, () => String(chance.between(1000, 9999))),
      phone_color: chance.pick(colors),
      phone_status: getType(n),
      phone_email: chance.maybe(0.7, () => `phone${n}@mail.example`),
      p_source: chance.pick(['Android', 'Android', 'Android', 'iOS']),
      phone_token: chance.maybe(0.2, () => `demo-token-${n}`),
    })),
  );
  const numbers = Array.from({ length: PHONES }, (_, index) => index + 1);
  const navigators = numbers.filter((n) => getType(n) === 2 || getType(n) === 4);
  const participants = numbers.filter((n) => getType(n) === 3 && n % 6 !== 0);
  await insertRows(
    db,
    'linked_participant',
    participants.map((n) => ({
      part_peer: makeDemoNumber(chance.pick(navigators)),
      part_number: makeDemoNumber(n),
      part_createuser: chance.pick(makers),
      part_createdate: dates.pickTime(chance, 300),
    })),
  );
  await fillQuizzes(db, { chance, dates }, participants.map(makeDemoNumber));
}

async function fillQuizzes(
  db: Database,
  { chance, dates }: { chance: Chance; dates: DemoDates },
  takers: string[],
): Promise<void> {
  const rows = makeMany(quizzes.length, (n) => ({
    ...makeStamps('quiz', chance.pick(makers), dates.getDaysBefore(500 - n * 15)),
    quiz_question: buildQuestion(n),
    quiz_description: chance.maybe(0.2, () => 'Choose every answer that is true.'),
    quiz_options:
      n === BROKEN ? '[{"id":1,"no":1,"answer":"Cut off in the' : JSON.stringify(buildOptions(n)),
    quiz_status: chance.happens(0.15) ? 2 : 1,
  }));
  await insertRows(db, 'quiz', rows);
  const course = planCourse(dates);
  await insertRows(
    db,
    'quiz_attempt',
    makeMany(ATTEMPTS, (n) => {
      const quiz = chance.between(1, TRIED);
      const answers = buildOptions(quiz).map((option) => ({
        ...option,
        selected: chance.happens(0.7) ? option.correct : 1 - option.correct,
      }));
      const right = answers.filter(({ selected, correct }) => selected === correct).length;
      return {
        attempt_quiz: quiz,
        attempt_score: n % 90 === 0 ? null : Math.round((100 * right) / answers.length),
        attempt_answers: JSON.stringify(answers),
        attempt_createuser: chance.pick(takers),
        attempt_createdate: dates.getDaysBefore(
          course.findDay(1 - n / ATTEMPTS),
          -chance.between(0, 20_000),
        ),
      };
    }),
  );
}

function buildQuestion(quiz: number): string {
  return defined(quizzes[quiz - 1])[0];
}

function buildOptions(quiz: number): Option[] {
  const [, ...answers] = defined(quizzes[quiz - 1]);
  const first = quiz % answers.length;
  return [...answers.slice(first), ...answers.slice(0, first)].map((answer, index) => ({
    ...(quiz % 5 === 0 ? {} : { id: index + 1 }),
    no: index + 1,
    answer: answer.replace(/^\+/, ''),
    correct: answer.startsWith('+') ? 1 : 0,
  }));
}
