import { sql } from 'kysely';
import { followUpProblems, getProblemBands } from 'shared/derived/data-problems';
import { uploadFields } from 'shared/derived/derive-navigators';
import { followUp as declaration } from 'shared/entities/follow-up';
import { getToday } from 'shared/list/today';
import { buildBanded, splitNames } from './columns';
import { buildTable } from './declared-table';
import type { Table } from './table';

/** Returns the table of follow-ups. `findToday` returns the present day of the study. */
export const followUp = (findToday: () => string = () => getToday('UTC')): Table =>
  buildTable(declaration, {
    columns: {
      appointment_done: {
        kind: 'date',
        sql: sql.ref('derived_done'),
        sortable: sql.ref('derived_done'),
      },
      withdrawn_on: {
        kind: 'date',
        sql: sql.ref('derived_withdrawn'),
        sortable: sql.ref('derived_withdrawn'),
      },
      data_problem: buildBanded('derived_sign', () =>
        getProblemBands(followUpProblems, findToday()),
      ),
    },
    lookups: {
      sorted: splitNames(`id peer_navigator study_number next_checkin_date record_upload_date
      appointment_done data_problem withdrawn_on`),
      searched: splitNames('peer_navigator study_number checkin_notes checkin_type'),
      fewValues: ['peer_navigator'],
      uploads: uploadFields.followUps,
    },
    lockedFirst: 'participant',
  });
