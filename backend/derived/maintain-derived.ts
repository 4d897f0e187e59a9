import { type RawBuilder, sql } from 'kysely';
import type { Dialect, Maintained, Trigger } from 'shared/db/dialect';
import { type CheckedDates, followUpDates, participantDates } from 'shared/derived/data-problems';
import { MAX_COMPARED } from 'shared/derived/find-done';
import { getSortableName } from '../db/sortable-dates';
import {
  buildSign,
  hasFollowUps,
  matchedBy,
  selectAppointment,
  selectDay,
  selectDone,
  selectWithdrawalDay,
  spelledBy,
} from './derived-sql';

type Condition = RawBuilder<boolean>;

/**
 * The maximum number of follow-ups that one statement can add. PostgreSQL runs the triggers after all rows of a
 * statement, so the number can pass MAX_COMPARED by this many.
 */
const MAX_ADDED = 1_000;

/**
 * Returns the index, the statements and the triggers that fill and maintain the columns from which the derived fields
 * of participants and follow-ups are computed. Filtering 100,000 participants by a value that each statement computes
 * anew would keep other requests waiting.
 */
export function maintainDerived(dialect: Dialect): Maintained {
  const participant = (row: 'new' | 'old'): Condition =>
    sql`${matchedBy(dialect, 'participant')} = ${matchedBy(dialect, row)}`;
  const followUp = (row: 'new' | 'old'): Condition =>
    sql`${matchedBy(dialect, 'follow_up')} = ${matchedBy(dialect, row)}`;
  const all: Condition = sql`1 = 1`;

  const setAppointments = (which: Condition) => sql`update participant set
    derived_followups = (select count(*) from follow_up
      where ${matchedBy(dialect, 'follow_up')} = ${matchedBy(dialect, 'participant')}),
    (derived_due, derived_open) = (${selectAppointment(dialect)}) where ${which}`;
  const spelledLike = (row: 'new' | 'old'): Condition =>
    sql`${spelledBy(dialect, 'participant')} = ${spelledBy(dialect, row)}`;
  const isDuplicate: Condition = sql`exists (select 1 from participant as other
    where ${spelledBy(dialect, 'other')} = ${spelledBy(dialect, 'participant')}
      and other.id <> participant.id)`;
  const setParticipantSigns = setSigns('participant', participantDates, isDuplicate);
  const hasNoParticipant: Condition = sql`not exists (select 1 from participant
    where ${matchedBy(dialect, 'participant')} = ${matchedBy(dialect, 'follow_up')})`;
  const setFollowUpSigns = setSigns('follow_up', followUpDates, hasNoParticipant);

  const own = (table: 'participant' | 'follow_up'): Condition =>
    sql`${sql.ref(`${table}.id`)} = new.id`;
  const done = selectDone(dialect);
  const few = hasFollowUps(dialect, 'follow_up', [0, MAX_COMPARED]);
  /**
   * Returns the condition that selects the follow-ups with the study number of a row, or none if their number is out of
   * range. Out of range, it compares with null, so that SQLite reads no follow-up. SQLite would evaluate a separate
   * condition for each follow-up with the study number.
   */
  const followUpsWithin = (row: 'new' | 'old', range: readonly [number, number]): Condition =>
    sql`${matchedBy(dialect, 'follow_up')} =
      case when ${hasFollowUps(dialect, row, range)} then ${matchedBy(dialect, row)} end`;
  const setDone = (which: Condition) => sql`update follow_up set derived_done = (${done})
    where ${which} and derived_done is distinct from (${done})`;
  const uploaded = selectDay('record_upload_date', 'follow_up');
  const fewFollowUps = (row: 'new' | 'old') => followUpsWithin(row, [0, MAX_COMPARED]);
  /**
   * Returns the statement that updates the follow-ups that a change can affect: those uploaded on one of its days or
   * later.
   */
  const setLaterDone = (row: 'new' | 'old', ...dates: string[]) => {
    const after = dates.map((date) => sql`${uploaded} >= ${selectDay(date, row)}`);
    return setDone(sql`${fewFollowUps(row)} and (${sql.join(after, sql` or `)})`);
  };
  // Above this range there were already too many follow-ups before the statement, so no done appointment is stored.
  const clearDone = (row: 'new' | 'old') => sql`update follow_up set derived_done = null
    where ${followUpsWithin(row, [MAX_COMPARED + 1, MAX_COMPARED + MAX_ADDED])}
      and derived_done is not null`;
  const afterParticipant = (row: 'new' | 'old') => setLaterDone(row, 'next_date');
  const afterAdded = [
    setLaterDone('new', 'next_checkin_date', 'record_upload_date'),
    clearDone('new'),
  ];
  // If there were too many follow-ups before, their done appointments are computed now.
  const afterRemoved = setDone(fewFollowUps('old'));
  // The statements below do not match a follow-up without an upload date or a study number, so its own value is cleared
  // first.
  const clearOwnDone = sql`update follow_up set derived_done = null
    where ${own('follow_up')} and derived_done is not null`;

  const setWithdrawn = (table: 'participant' | 'follow_up', which: Condition) => {
    const day = selectWithdrawalDay(dialect, table);
    return sql`update ${sql.table(table)} set derived_withdrawn = ${day}
      where ${which} and derived_withdrawn is distinct from ${day}`;
  };
  const setPersonWithdrawn = (row: 'new' | 'old') => [
    setWithdrawn('participant', participant(row)),
    setWithdrawn('follow_up', followUp(row)),
  ];

  const namesakes = (row: 'new' | 'old') => [
    setParticipantSigns(spelledLike(row)),
    setFollowUpSigns(followUp(row)),
    ...setPersonWithdrawn(row),
  ];
  const triggers: Omit<Trigger, 'name'>[] = [
    {
      table: 'participant',
      event: 'insert',
      statements: [
        setAppointments(own('participant')),
        setParticipantSigns(own('participant')),
        setWithdrawn('participant', own('participant')),
        ...namesakes('new'),
        afterParticipant('new'),
      ],
    },
    {
      table: 'participant',
      event: 'update',
      columns: ['study_number'],
      statements: [
        setAppointments(own('participant')),
        setParticipantSigns(own('participant')),
        setWithdrawn('participant', own('participant')),
        ...namesakes('old'),
        ...namesakes('new'),
        afterParticipant('old'),
        afterParticipant('new'),
      ],
    },
    {
      table: 'participant',
      event: 'update',
      columns: [...new Set(listColumns(participantDates))],
      statements: [
        setAppointments(own('participant')),
        setParticipantSigns(own('participant')),
        afterParticipant('old'),
        afterParticipant('new'),
      ],
    },
    {
      table: 'participant',
      event: 'update',
      columns: ['withdrawn_on'],
      statements: [setWithdrawn('participant', own('participant')), ...setPersonWithdrawn('new')],
    },
    {
      table: 'participant',
      event: 'delete',
      statements: [...namesakes('old'), afterParticipant('old')],
    },
    {
      table: 'follow_up',
      event: 'insert',
      statements: [
        setFollowUpSigns(own('follow_up')),
        setWithdrawn('follow_up', own('follow_up')),
        setAppointments(participant('new')),
        ...afterAdded,
      ],
    },
    {
      table: 'follow_up',
      event: 'update',
      columns: ['study_number', ...listColumns(followUpDates)],
      statements: [
        setFollowUpSigns(own('follow_up')),
        setWithdrawn('follow_up', own('follow_up')),
        setAppointments(participant('old')),
        setAppointments(participant('new')),
        clearOwnDone,
        afterRemoved,
        ...afterAdded,
      ],
    },
    {
      table: 'follow_up',
      event: 'delete',
      statements: [setAppointments(participant('old')), afterRemoved],
    },
  ];
  return {
    lookups: [{ table: 'participant', values: [spelledBy(dialect)] }],
    index: {
      table: 'follow_up',
      values: [matchedBy(dialect), selectDay('next_checkin_date'), selectDay('record_upload_date')],
    },
    fill: [
      setAppointments(all),
      setParticipantSigns(all),
      setFollowUpSigns(all),
      setWithdrawn('participant', all),
      setWithdrawn('follow_up', all),
      setDone(few),
    ],
    triggers: triggers.map((trigger, n) => ({ ...trigger, name: `derived_${n + 1}` })),
  };
}

/** Returns a function. It builds the statement that updates the signs of the records that meet a condition. */
function setSigns(
  table: 'participant' | 'follow_up',
  dates: CheckedDates,
  hasIdentityProblem: Condition,
) {
  const sign = buildSign(table, dates, hasIdentityProblem);
  return (which: Condition) => sql`update ${sql.table(table)} set derived_sign = ${sign}
    where ${which} and derived_sign is distinct from ${sign}`;
}

/** Returns the stored columns of dates: their texts and their sortable values. */
function listColumns({ past, planned }: CheckedDates): string[] {
  return [...past, ...planned].flatMap((date) => [date, getSortableName(date)]);
}
