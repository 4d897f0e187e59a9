import { type Expression, expressionBuilder, sql } from 'kysely';
import { analytic as analyticDeclaration } from 'shared/entities/analytic';
import { dataDictionary as dataDictionaryDeclaration } from 'shared/entities/data-dictionary';
import { followUp as followUpDeclaration } from 'shared/entities/follow-up';
import { participant as participantDeclaration } from 'shared/entities/participant';
import { peerNavigator as peerNavigatorDeclaration } from 'shared/entities/peer-navigator';
import { studyFollowup as studyFollowupDeclaration } from 'shared/entities/study-followup';
import { studyResource as studyResourceDeclaration } from 'shared/entities/study-resource';
import type { HostTables } from '../db/host-tables';
import { declaredTable } from './declared-table';
import { columns, computed } from './table';

const ofNavigator = expressionBuilder<HostTables, 'peer_navigator'>();

/** Returns a number of seconds in whole minutes. */
function minutes(seconds: Expression<unknown>) {
  return sql`cast(round(coalesce(${seconds}, 0) / 60.0) as integer)`;
}

export const peerNavigator = declaredTable(peerNavigatorDeclaration, {
  columns: {
    n_participants: computed(
      'number',
      ofNavigator
        .selectFrom('participant')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('participant.peer_navigator', '=', 'peer_navigator.username'),
    ),
    n_followups: computed(
      'number',
      ofNavigator
        .selectFrom('followup')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('followup.peer_navigator', '=', 'peer_navigator.username'),
    ),
    n_analytics: computed(
      'number',
      ofNavigator
        .selectFrom('analytic')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('analytic.username', '=', 'peer_navigator.username'),
    ),
    t_minutes: computed(
      'number',
      ofNavigator
        .selectFrom('analytic')
        .select(({ fn }) => minutes(fn.sum('analytic.duration')).as('n'))
        .whereRef('analytic.username', '=', 'peer_navigator.username'),
    ),
  },
  // The counts lead to the lists of this name.
  always: ['username'],
});

export const participant = declaredTable(participantDeclaration, {
  lookups: {
    // Of the key too: the rows are wide, and its own order is that of whole rows.
    sorted: columns(`id peer_navigator study_number phone_number assessment_date birthday next_date
      record_upload_date`),
    searched: columns(`peer_navigator study_number phone_number downloaded_messenger residency
      prefered_contact_method`),
    few: ['peer_navigator'],
  },
});

export const followup = declaredTable(followUpDeclaration, {
  lookups: {
    sorted: columns('id peer_navigator study_number next_checkin_date record_upload_date'),
    searched: columns('peer_navigator study_number checkin_notes checkin_type'),
    few: ['peer_navigator'],
  },
});

export const analytic = declaredTable(analyticDeclaration, {
  lookups: {
    sorted: columns('id username duration start_date end_date created_date upload_date'),
    searched: columns('username type result subject'),
    few: ['username'],
  },
});

export const dataDictionary = declaredTable(dataDictionaryDeclaration, { remove: true });
export const studyFollowup = declaredTable(studyFollowupDeclaration, { remove: true });
export const studyResource = declaredTable(studyResourceDeclaration, { remove: true });
