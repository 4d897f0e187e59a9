import type { Kysely, Migration } from 'kysely';

/** Adds the reason for which a participant withdrew. */
export const withdrawalReasons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('participant').addColumn('withdrawal_reason', 'text').execute();
  },
};
