import type { Kysely, Migration } from 'kysely';

/** Adds the user's key to sessions. */
export const userKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('user_key', 'varchar(64)').execute();
    await db.schema.createIndex('session_user_key').on('session').column('user_key').execute();
  },
};
