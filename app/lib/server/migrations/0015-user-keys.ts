import type { Kysely, Migration } from 'kysely';

/** Adds the key of its user to a session. */
export const userKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('user_key', 'varchar(64)').execute();
    await db.schema.createIndex('session_user_key').on('session').column('user_key').execute();
  },
};
