import { sql } from 'kysely';
import { getProblemBands, participantProblems } from 'shared/derived/data-problems';
import { uploadFields } from 'shared/derived/derive-navigators';
import { participant as declaration } from 'shared/entities/participant';
import { getFollowUpBands } from 'shared/follow-up-state';
import { getToday } from 'shared/list/today';
import { selectWithdrawalReason } from '../derived/derived-sql';
import { maintainDerived } from '../derived/maintain-derived';
import { buildBanded, splitNames } from './columns';
import { buildTable } from './declared-table';
import type { Table } from './table';

/** Returns the table of participants. `findToday` returns the present day of the study. */
export const participant = (findToday: () => string = () => getToday('UTC')): Table =>
  buildTable(declaration, {
    columns: {
      n_followups: { kind: 'number', sql: sql.ref('derived_followups') },
      due_date: {
        kind: 'date',
        sql: sql.ref('derived_due'),
        sortable: sql.ref('derived_due'),
      },
      followup_state: buildBanded('derived_open', () => getFollowUpBands(findToday())),
      withdrawn_on: {
        kind: 'date',
        sql: sql.ref('derived_withdrawn'),
        sortable: sql.ref('derived_withdrawn'),
      },
      withdrawal_reason: { kind: 'text', sql: selectWithdrawalReason() },
      data_problem: buildBanded('derived_sign', () =>
        getProblemBands(participantProblems, findToday()),
      ),
    },
    lookups: {
      // Includes the key, although the table is stored in the order of the key: without an index, sorting by the key
      // would read the complete rows, which are wide.
      sorted:
        splitNames(`id peer_navigator study_number phone_number assessment_date birthday next_date
      record_upload_date n_followups due_date followup_state data_problem withdrawn_on`),
      searched: splitNames(`peer_navigator study_number phone_number downloaded_messenger residency
      prefered_contact_method`),
      fewValues: ['peer_navigator'],
      uploads: uploadFields.participants,
    },
    maintained: maintainDerived,
    lockedFirst: 'participant',
  });
