import type { Kysely, Migration } from 'kysely';

/** Creates the table of sessions. */
export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('session')
      // The SHA-256 hash of the cookie's token, so that nobody who reads the table can sign in with it.
      .addColumn('token_hash', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('session_username').on('session').column('username').execute();
  },
};
