import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from 'shared/db/dialect';
import type { SqlValue } from 'shared/db/types';
import { type CheckedDates, FIRST_VALID_DAY, signs } from 'shared/derived/data-problems';
import { spellings } from 'shared/derived/rows';
import { getSortableName } from '../db/sortable-dates';

type Sql = RawBuilder<SqlValue>;

/**
 * Returns the value by which the study numbers of participants and follow-ups are matched. `owner` is a table or an
 * alias; indexes name none.
 */
export function matchedBy(dialect: Dialect, owner?: string): Sql {
  return dialect.folded(sql.ref(owner ? `${owner}.study_number` : 'study_number'));
}

/** Returns the study number of a participant without what spellings of one number differ in: see `readSpelling`. */
export function spelledBy(dialect: Dialect, owner?: string): Sql {
  const replace = (value: Sql, sign: string, by: string): Sql =>
    sql`replace(${value}, ${sql.lit(sign)}, ${sql.lit(by)})`;
  const visible = spellings.dropped.reduce<Sql>(
    (value, sign) => replace(value, sign, ''),
    matchedBy(dialect, owner),
  );
  const spelled = spellings.hyphens.reduce((value, sign) => replace(value, sign, '-'), visible);
  return sql`nullif(${spelled}, '')`;
}

/** Returns the expression of the day of a stored date. It is null if the date cannot be read. */
export function selectDay(date: string, table?: string): Sql {
  const name = getSortableName(date);
  return sql`substr(${sql.ref(table ? `${table}.${name}` : name)}, 1, ${sql.lit(FIRST_VALID_DAY.length)})`;
}

/**
 * Returns the expressions of a participant's latest appointment and of the same appointment if it is open. Must give
 * the same as findAppointment in shared/follow-up-state.ts; a property test compares them.
 */
export function selectAppointment(dialect: Dialect): RawBuilder<unknown> {
  const next = selectDay('next_checkin_date', 'follow_up');
  const uploaded = selectDay('record_upload_date', 'follow_up');
  const ofParticipant = sql`${matchedBy(dialect, 'follow_up')} = ${matchedBy(dialect, 'participant')}`;
  return sql`select latest.day, case when exists (
      select 1 from follow_up where ${ofParticipant}
        and ${uploaded} >= latest.day and ${next} is distinct from latest.day
    ) then null else latest.day end
    from (
      select max(days.day) as day from (
        select ${selectDay('next_date', 'participant')} as day
        union all select max(${next}) from follow_up where ${ofParticipant}
      ) as days
    ) as latest`;
}

/**
 * Returns the expression of the sign of a record's problem. Must give the same as findSign in
 * shared/derived/data-problems.ts; a property test compares them.
 */
export function buildSign(
  table: 'participant' | 'follow_up',
  { past, planned }: CheckedDates,
  hasIdentityProblem: RawBuilder<boolean>,
): Sql {
  const impossible = [...past, ...planned].map((date) => {
    const sortable = sql.ref(`${table}.${getSortableName(date)}`);
    return sql`(coalesce(${sql.ref(`${table}.${date}`)}, '') <> '' and ${sortable} is null)
      or ${sortable} < ${sql.lit(FIRST_VALID_DAY)}`;
  });
  const days = past.map((date) => sql`select ${selectDay(date, table)} as day`);
  return sql`case when ${hasIdentityProblem} then ${sql.lit(signs.identity)}
    when ${sql.join(impossible, sql` or `)} then ${sql.lit(signs.date)}
    else (select max(days.day) from (${sql.join(days, sql` union all `)}) as days) end`;
}

/**
 * Returns the expression of the day on which the participant of a record withdrew: the first such day of the
 * participants with its study number. Must give the same as findWithdrawals in shared/derived/find-withdrawals.ts; a
 * property test compares them.
 */
export function selectWithdrawalDay(dialect: Dialect, table: 'participant' | 'follow_up'): Sql {
  const first: Sql = sql`(select min(other.withdrawn_on) from participant as other
    where ${matchedBy(dialect, 'other')} = ${matchedBy(dialect, table)})`;
  return table === 'participant' ? sql`coalesce(${first}, participant.withdrawn_on)` : first;
}

/**
 * Returns the expression of the reason of a withdrawal: that of the first withdrawal of the participants with the study
 * number. Must give the same as findWithdrawals in shared/derived/find-withdrawals.ts; a property test compares them.
 */
export function selectWithdrawalReason(): Sql {
  // Reads other records only of withdrawn participants, who are few.
  const isSame = sql`fold(nullif(other.study_number, '')) = fold(nullif(participant.study_number, ''))`;
  return sql`case when participant.derived_withdrawn is not null then coalesce(
    (select other.withdrawal_reason from participant as other
      where other.derived_withdrawn >= '0' and other.withdrawn_on is not null and ${isSame}
      order by other.withdrawn_on, other.id limit 1),
    case when participant.withdrawn_on is not null then participant.withdrawal_reason end) end`;
}

/**
 * Returns the condition that the number of follow-ups with the study number of `owner` is from `low` to `high`. Stops
 * counting at `high` + 1.
 */
export function hasFollowUps(
  dialect: Dialect,
  owner: string,
  [low, high]: readonly [number, number],
): RawBuilder<boolean> {
  return sql`(select count(*) from (
      select 1 from follow_up as counted
      where ${matchedBy(dialect, 'counted')} = ${matchedBy(dialect, owner)}
      limit ${sql.lit(high + 1)}
    ) as few) between ${sql.lit(low)} and ${sql.lit(high)}`;
}

/**
 * Returns the query for the appointment that a follow-up has completed. Must give the same as findDoneAppointments in
 * shared/derived/find-done.ts if there are not too many follow-ups; a property test compares them.
 */
export function selectDone(dialect: Dialect): RawBuilder<unknown> {
  const next = selectDay('next_checkin_date', 'follow_up');
  const uploaded = selectDay('record_upload_date', 'follow_up');
  const isSame = (alias: string) =>
    sql`${matchedBy(dialect, alias)} = ${matchedBy(dialect, 'follow_up')}`;
  const isBefore = (day: Sql) => sql`${day} <= ${uploaded} and ${day} is distinct from ${next}`;
  const planned = selectDay('next_date', 'owner');
  const named = selectDay('next_checkin_date', 'other');
  const earlier = selectDay('record_upload_date', 'other');
  return sql`select case when exists (
      select 1 from follow_up as other where ${isSame('other')}
        and ${earlier} >= latest.day and ${named} is distinct from latest.day
        and (${earlier} < ${uploaded} or (${earlier} = ${uploaded} and other.id < follow_up.id))
    ) then null else latest.day end
    from (
      select max(days.day) as day from (
        select ${planned} as day from participant as owner
          where ${isSame('owner')} and ${isBefore(planned)}
        union all select max(${named}) from follow_up as other
          where ${isSame('other')} and ${isBefore(named)}
      ) as days
    ) as latest`;
}
