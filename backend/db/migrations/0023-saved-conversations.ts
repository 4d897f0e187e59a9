import type { Kysely, Migration } from 'kysely';

/** Creates the table of conversation summaries. */
export const savedConversations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_conversations')
      .addColumn('session_id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('loaded_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
