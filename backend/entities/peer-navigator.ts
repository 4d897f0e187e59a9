import { type Expression, expressionBuilder, sql } from 'kysely';
import { peerNavigator as declaration } from 'shared/entities/peer-navigator';
import type { HostTables } from '../db/host-tables';
import { buildTable } from './declared-table';
import { buildComputed } from './table';

const ofNavigator = expressionBuilder<HostTables, 'peer_navigator'>();

/** Converts a number of seconds to minutes, rounded; null counts as 0. */
function toMinutes(seconds: Expression<unknown>) {
  return sql`cast(round(coalesce(${seconds}, 0) / 60.0) as integer)`;
}

export const peerNavigator = buildTable(declaration, {
  columns: {
    n_participants: buildComputed(
      'number',
      ofNavigator
        .selectFrom('participant')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('participant.peer_navigator', '=', 'peer_navigator.username'),
    ),
    n_followups: buildComputed(
      'number',
      ofNavigator
        .selectFrom('followup')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('followup.peer_navigator', '=', 'peer_navigator.username'),
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
