import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Dialect } from 'shared/db/dialect';
import type { SqlValue } from 'shared/db/types';
import { linkedParticipant as declaration } from 'shared/entities/linked-participant';
import type { StudyTables } from '../db/study-tables';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import { phone } from './phone';
import { getComparedSql, getKeySql, getSql, type TableColumn } from './table';

/** Returns a query for a value of the phone that a link's participant number belongs to. */
function selectFromPhone(value: RawBuilder<SqlValue>) {
  return expressionBuilder<StudyTables, 'linked_participant'>()
    .selectFrom('phone')
    .select(value.as('value'))
    .whereRef('phone.phone_number', '=', 'linked_participant.part_number');
}

/**
 * The links between peer navigators and participants: `part_peer` is the phone number of the peer navigator,
 * `part_number` that of the participant.
 */
export const linkedParticipant = buildTable(declaration, {
  columns: {
    ...Object.fromEntries(
      Object.entries(phone.columns).map(([name, { kind }]): [string, TableColumn] => [
        name,
        {
          ...buildComputed(kind, selectFromPhone(getSql(phone, name))),
          ...(kind === 'text' && {
            buildKey: (dialect: Dialect) =>
              sql`${selectFromPhone(getKeySql(dialect, phone, name))}`,
          }),
          ...(kind === 'date' && {
            sortable: sql`${selectFromPhone(getComparedSql(phone, name))}`,
          }),
        },
      ]),
    ),
  },
  always: ['part_peer', 'part_number'],
});
