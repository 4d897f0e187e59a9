import { type RawBuilder, sql } from 'kysely';
import { DAY_MILLISECONDS } from 'shared/db/clock';
import type { SqlValue } from 'shared/db/types';
import { deletableTypes } from 'shared/entities/deletable';
import { deletedRecord as declaration } from 'shared/entities/deleted-record';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import type { Table } from './table';

/** The options of the host that decide how long deleted records can be restored. */
export interface BinOptions {
  binDays?: number;
  now?: () => Date;
}

/** Returns the table of deleted records. */
export const deletedRecord = ({ binDays = 0, now = () => new Date() }: BinOptions = {}): Table =>
  buildTable(declaration, {
    columns: {
      deleted_type: buildComputed('choice', buildTypeLabel()),
      days_left: {
        kind: 'number',
        // A getter, so that each query compares the deletions with the time of that query.
        get sql(): RawBuilder<SqlValue> {
          const elapsed = sql`${now().getTime()} - deleted_record.deleted_at`;
          return sql`${binDays} - cast((${elapsed}) / ${sql.lit(DAY_MILLISECONDS)} as integer)`;
        },
      },
    },
    always: ['deleted_entity', 'deleted_key'],
    newestFirst: true,
    appendOnly: true,
  });

function buildTypeLabel() {
  const cases = deletableTypes.map(
    ({ wireName, label }) => sql`when ${sql.lit(wireName)} then ${sql.lit(label)}`,
  );
  return sql`case deleted_record.deleted_entity ${sql.join(cases, sql` `)} else '' end`;
}
