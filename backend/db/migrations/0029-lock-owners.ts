import type { Kysely, Migration } from 'kysely';

/** Adds the process and the request that are saving a form. */
export const lockOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('submission').addColumn('owner', 'text').execute();
    await db.schema.createIndex('submission_owner').on('submission').column('owner').execute();
  },
};
