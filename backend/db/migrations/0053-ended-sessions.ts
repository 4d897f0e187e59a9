import type { Kysely, Migration } from 'kysely';

/** Creates the table that tells for a day whose sessions have ended. */
export const endedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('ended_session')
      .addColumn('token_hash', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('owner', 'varchar(64)', (column) => column.notNull())
      .addColumn('ended_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
