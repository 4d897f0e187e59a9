import type { Kysely, Migration } from 'kysely';

/**
 * Adds the columns from which the derived fields of participants and follow-ups are computed. The next start fills
 * them, and creates the triggers that maintain them.
 */
export const derivedFields: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('participant').addColumn('derived_followups', 'integer').execute();
    for (const column of ['derived_due', 'derived_open', 'derived_sign'])
      await db.schema.alterTable('participant').addColumn(column, 'text').execute();
    for (const column of ['derived_done', 'derived_sign'])
      await db.schema.alterTable('followup').addColumn(column, 'text').execute();
  },
};
