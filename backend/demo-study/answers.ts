import type { SqlRow, SqlValue } from 'shared/db/types';
import { type DemoDates, makeOddDate } from 'shared/demo/dates';
import { towns } from 'shared/demo/names';
import type { Chance } from 'shared/demo/random';

type Answer = (chance: Chance, dates: DemoDates) => SqlValue;

const pickFrom =
  (...choices: SqlValue[]): Answer =>
  (chance) =>
    chance.pick(choices);
const yesNo = pickFrom('Yes', 'No', 'No', null);
const someDay =
  (days: number, gaps: number): Answer =>
  (chance, dates) =>
    chance.maybe(gaps, () => dates.getDayBefore(chance.between(0, days)));

/**
 * The answers to questions. A question has the answers of the first pattern that matches the name of its
 * column.
 */
const answers: readonly [name: RegExp, answer: Answer][] = [
  [/^record_status$/, pickFrom('1', '1', '1', '2', 'Uploaded ')],
  [
    /^record_upload_date$/,
    (chance, dates) => (chance.happens(0.01) ? makeOddDate(chance) : dates.pickTime(chance, 600)),
  ],
  [
    /^assessment_date$/,
    (chance, dates) =>
      chance.happens(0.01) ? makeOddDate(chance) : dates.getDayBefore(chance.between(30, 640)),
  ],
  [
    /^birthday$/,
    (chance, dates) =>
      chance.happens(0.02) ? makeOddDate(chance) : dates.getDayBefore(chance.between(6_000, 9_100)),
  ],
  [/^next(_checkin)?_date$/, someDay(90, 0.1)],
  [/_date$|_last_refil$/, someDay(400, 0.75)],
  [/^downloaded_messenger$|^own_phone$/, pickFrom('Yes', 'Yes', 'Yes', 'No', null)],
  [
    /^no_download_messenger_reason$/,
    pickFrom(null, null, null, 'No smartphone', 'No data', 'Other'),
  ],
  [/^residency$/, (chance) => chance.maybe(0.05, () => chance.pick(towns))],
  [
    /^prefered_contact_method$/,
    pickFrom('Phone call', 'SMS', 'WhatsApp', 'WhatsApp', 'In person', null),
  ],
  [/^contact_frequency$/, pickFrom('Weekly', 'Every 2 weeks', 'Monthly', '2', null)],
  [/^checkin_type$/, pickFrom('Phone call', 'In person', 'Messenger', null)],
  [
    /^checkin_notes$/,
    pickFrom(
      null,
      'All well.',
      'Asked about side effects',
      'No answer, will call again ',
      'Moved away?',
    ),
  ],
  [
    /^history_hiv_know_status$/,
    pickFrom('Positive', 'Negative', 'Negative', 'Does not know', null),
  ],
  [
    /^history_hiv_last_test$/,
    pickFrom('Within 3 months', 'Within a year', 'Longer ago', 'Never', null),
  ],
  [/_interest$/, pickFrom('Very interested', 'Interested', 'Not interested', 'Has started', null)],
  [/satisfaction$/, pickFrom('Satisfied', 'Neutral', 'Not satisfied', null, null)],
  [/_evidence$/, pickFrom(null, null, 'Card seen', 'Told by participant')],
  [
    /_reason$/,
    pickFrom(null, null, null, 'Side effects', 'Partner objects', 'Too far to the clinic'),
  ],
  [/_specify$|_other$/, pickFrom(null, null, null, null, null, 'See the notes', 'n/a')],
  [/_source$/, pickFrom(null, null, 'Clinic', 'Pharmacy', 'Community post')],
  [
    /problems$|questions$|side_effects$/,
    pickFrom(null, null, null, 'Headache', 'Nausea in the first weeks', 'None'),
  ],
  [/method_in_mind$/, pickFrom(null, 'Implant', 'Injection', 'Pills', 'Undecided')],
  [/_selected$|_pick$/, (chance) => chance.maybe(0.7, () => `${chance.pick(towns)} Clinic`)],
];

/** Creates the function that returns random answers to the questions of these columns. */
export function buildAnswers(
  columns: readonly string[],
  dates: DemoDates,
): (chance: Chance) => SqlRow {
  const asked = columns
    .filter((column) => column !== 'id')
    .map((column): [string, Answer] => [
      column,
      answers.find(([name]) => name.test(column))?.[1] ?? yesNo,
    ]);
  return (chance) =>
    Object.fromEntries(asked.map(([column, answer]) => [column, answer(chance, dates)]));
}
