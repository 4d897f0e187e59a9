import type { Kysely, Migration } from 'kysely';

/** Adds the marks by which withdrawals are told from those of later participants with the same ids. */
export const withdrawalMarks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('withdrawal').addColumn('mark', 'text').execute();
  },
};
