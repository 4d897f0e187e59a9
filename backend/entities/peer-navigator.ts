import { type Expression, expressionBuilder, sql } from 'kysely';
import type { SqlValue } from 'shared/db/types';
import { countDays as toDays } from 'shared/derived/derive-navigators';
import { peerNavigator as declaration } from 'shared/entities/peer-navigator';
import { getToday } from 'shared/list/today';
import type { StudyTables } from '../db/study-tables';
import { selectLastUpload } from '../derived/last-upload';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import type { Table } from './table';

const ofNavigator = expressionBuilder<StudyTables, 'peer_navigator'>();

/** Converts a number of seconds to minutes, rounded; null counts as 0. */
function toMinutes(seconds: Expression<unknown>) {
  return sql`cast(round(coalesce(${seconds}, 0) / 60.0) as integer)`;
}

/**
 * Returns the number of days from 1 January 1970 to a sortable date, by the calculation of
 * howardhinnant.github.io/date_algorithms.html (days_from_civil), which has the same SQL for all engines.
 */
function countDays(date: Expression<unknown>) {
  const part = (start: number, length: number) =>
    sql`cast(substr(${date}, ${sql.lit(start)}, ${sql.lit(length)}) as integer)`;
  const month = part(6, 2);
  // Years begin in March, and are moved by 400 so that none is negative, because engines divide towards zero.
  const year = sql`(${part(1, 4)} + 400 - case when ${month} < 3 then 1 else 0 end)`;
  return sql`(365 * ${year} + ${year} / 4 - ${year} / 100 + ${year} / 400
    + (153 * ((${month} + 9) % 12) + 2) / 5 + ${part(9, 2)} - 1 - 719468 - 146097)`;
}

/** Returns the condition that the participant of a record has not withdrawn. It reads no complete rows. */
function isNotWithdrawn(table: 'participant' | 'follow_up') {
  return sql<boolean>`${sql.ref(`${table}.id`)} not in
    (select id from ${sql.table(table)} where derived_withdrawn >= '0')`;
}

/** Returns the table of peer navigators. `findToday` returns the present day of the study. */
export const peerNavigator = (findToday: () => string = () => getToday('UTC')): Table => {
  const findLastUpload = () => sql<SqlValue>`(${selectLastUpload(findToday())})`;
  return buildTable(declaration, {
    columns: {
      last_upload: { kind: 'date', sql: findLastUpload, sortable: findLastUpload },
      days_since_upload: {
        kind: 'number',
        sql: () =>
          sql`(select ${sql.lit(toDays(findToday()))} - ${countDays(sql.ref('latest.at'))}
              from (${selectLastUpload(findToday())}) as latest)`,
      },
      n_participants: buildComputed(
        'number',
        ofNavigator
          .selectFrom('participant')
          .select(({ fn }) => fn.countAll().as('n'))
          .whereRef('participant.peer_navigator', '=', 'peer_navigator.username')
          .where(isNotWithdrawn('participant')),
      ),
      n_followups: buildComputed(
        'number',
        ofNavigator
          .selectFrom('follow_up')
          .select(({ fn }) => fn.countAll().as('n'))
          .whereRef('follow_up.peer_navigator', '=', 'peer_navigator.username')
          .where(isNotWithdrawn('follow_up')),
      ),
      n_analytics: buildComputed(
        'number',
        ofNavigator
          .selectFrom('analytic')
          .select(({ fn }) => fn.countAll().as('n'))
          .whereRef('analytic.username', '=', 'peer_navigator.username'),
      ),
      t_minutes: buildComputed(
        'number',
        ofNavigator
          .selectFrom('analytic')
          .select(({ fn }) => toMinutes(fn.sum('analytic.duration')).as('n'))
          .whereRef('analytic.username', '=', 'peer_navigator.username'),
      ),
    },
    // The counts link to lists that are filtered by this username.
    always: ['username'],
  });
};
