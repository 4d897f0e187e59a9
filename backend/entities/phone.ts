import { expressionBuilder } from 'kysely';
import { phone as declaration } from 'shared/entities/phone';
import type { StudyTables } from '../db/study-tables';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';

const ofPhone = expressionBuilder<StudyTables, 'phone'>();

export const phone = buildTable(declaration, {
  key: 'phone_id',
  columns: {
    n_participants: buildComputed(
      'number',
      ofPhone
        .selectFrom('linked_participant')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('linked_participant.part_peer', '=', 'phone.phone_number'),
    ),
  },
  always: ['phone_number', 'phone_status'],
  secondKey: 'phone_number',
  save: { changeOnly: true },
  remove: true,
});
