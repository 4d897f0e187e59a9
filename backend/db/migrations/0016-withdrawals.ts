import type { Kysely, Migration } from 'kysely';

/**
 * Adds the day on which a participant withdrew, and the column of participants and follow-ups that is computed from it.
 * The next start creates the triggers that maintain this column.
 */
export const withdrawals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('participant').addColumn('withdrawn_on', 'text').execute();
    for (const table of ['participant', 'follow_up'])
      await db.schema.alterTable(table).addColumn('derived_withdrawn', 'text').execute();
  },
};
