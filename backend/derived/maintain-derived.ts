import { type RawBuilder, sql } from 'kysely';
import type { Dialect, Maintained, Trigger } from 'shared/db/dialect';
import { type CheckedDates, followUpDates, participantDates } from 'shared/derived/data-problems';
import { MAX_COMPARED } from 'shared/derived/find-done';
import { getSortableName } from '../db/sortable-dates';
import {
  buildSign,
  countFollowUps,
  matchedBy,
  selectAppointment,
  selectDay,
  selectDone,
} from './derived-sql';

type Condition = RawBuilder<boolean>;

/** More follow-ups than one statement adds: PostgreSQL runs triggers after all rows of a statement are added. */
const MAX_ADDED = 1_000;

/**
 * Returns the triggers that maintain the columns from which the derived fields of participants and follow-ups are
 * computed. Filtering 100,000 participants by a value that each statement computes anew would keep other requests
 * waiting.
 */
export function maintainDerived(dialect: Dialect): Maintained {
  const participant = (row: 'new' | 'old'): Condition =>
    sql`${matchedBy(dialect, 'participant')} = ${matchedBy(dialect, row)}`;
  const followUp = (row: 'new' | 'old'): Condition =>
    sql`${matchedBy(dialect, 'followup')} = ${matchedBy(dialect, row)}`;
  const all: Condition = sql`1 = 1`;

  const setAppointments = (which: Condition) => sql`update participant set
    derived_followups = (select count(*) from followup
      where ${matchedBy(dialect, 'followup')} = ${matchedBy(dialect, 'participant')}),
    (derived_due, derived_open) = (${selectAppointment(dialect)}) where ${which}`;
  const isDuplicate: Condition = sql`exists (select 1 from participant as other
    where ${matchedBy(dialect, 'other')} = ${matchedBy(dialect, 'participant')}
      and other.id <> participant.id)`;
  const setParticipantSigns = setSigns('participant', participantDates, isDuplicate);
  const hasNoParticipant: Condition = sql`not exists (select 1 from participant
    where ${matchedBy(dialect, 'participant')} = ${matchedBy(dialect, 'followup')})`;
  const setFollowUpSigns = setSigns('followup', followUpDates, hasNoParticipant);

  const own = (table: 'participant' | 'followup'): Condition =>
    sql`${sql.ref(`${table}.id`)} = new.id`;
  const done = selectDone(dialect);
  const setDone = (which: Condition) => sql`update followup set derived_done = (${done})
    where ${which} and derived_done is distinct from (${done})`;
  const uploaded = selectDay('record_upload_date', 'followup');
  /**
   * The follow-ups that a change of a record can affect: those that were uploaded on one of its days or later, or all if
   * their number may have passed MAX_COMPARED. If there are even more, none has had a done appointment before.
   */
  const affected = (row: 'new' | 'old', ...dates: string[]): Condition => {
    const after = dates.map((date) => sql`${uploaded} >= ${selectDay(date, row)}`);
    const most = MAX_COMPARED + MAX_ADDED;
    const count = countFollowUps(dialect, row, most + 1);
    return sql`${followUp(row)} and ${count} <= ${sql.lit(most)}
      and (${sql.join(after, sql` or `)} or ${count} >= ${sql.lit(MAX_COMPARED)})`;
  };
  const afterParticipant = (row: 'new' | 'old') => setDone(affected(row, 'next_date'));
  const afterFollowUp = (row: 'new' | 'old') =>
    setDone(affected(row, 'next_checkin_date', 'record_upload_date'));
  // No longer uploaded, or without a study number, a follow-up is not among those.
  const setOwnDone = setDone(own('followup'));

  const namesakes = (row: 'new' | 'old') => [
    setParticipantSigns(participant(row)),
    setFollowUpSigns(followUp(row)),
  ];
  const triggers: Omit<Trigger, 'name'>[] = [
    {
      table: 'participant',
      event: 'insert',
      statements: [
        setAppointments(own('participant')),
        setParticipantSigns(own('participant')),
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
      event: 'delete',
      statements: [...namesakes('old'), afterParticipant('old')],
    },
    {
      table: 'followup',
      event: 'insert',
      statements: [
        setFollowUpSigns(own('followup')),
        setAppointments(participant('new')),
        afterFollowUp('new'),
      ],
    },
    {
      table: 'followup',
      event: 'update',
      columns: ['study_number', ...listColumns(followUpDates)],
      statements: [
        setFollowUpSigns(own('followup')),
        setAppointments(participant('old')),
        setAppointments(participant('new')),
        setOwnDone,
        afterFollowUp('old'),
        afterFollowUp('new'),
      ],
    },
    {
      table: 'followup',
      event: 'delete',
      statements: [setAppointments(participant('old')), afterFollowUp('old')],
    },
  ];
  return {
    index: {
      table: 'followup',
      values: [matchedBy(dialect), selectDay('next_checkin_date'), selectDay('record_upload_date')],
    },
    fill: [setAppointments(all), setParticipantSigns(all), setFollowUpSigns(all), setDone(all)],
    triggers: triggers.map((trigger, n) => ({ ...trigger, name: `derived_${n + 1}` })),
  };
}

/** Returns the function that builds the statement that writes the signs of records that meet a condition. */
function setSigns(
  table: 'participant' | 'followup',
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
