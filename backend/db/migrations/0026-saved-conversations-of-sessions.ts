import type { Kysely, Migration } from 'kysely';

/** Deletes each conversation summary together with its session. */
export const savedConversationsOfSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('session_public_id')
      .on('session')
      .column('public_id')
      .unique()
      .execute();
    // The content is lost and will be loaded again. The foreign key deletes a summary when its session ends.
    await db.schema.dropTable('saved_conversations').execute();
    await db.schema
      .createTable('saved_conversations')
      .addColumn('session_id', 'text', (column) =>
        column.primaryKey().references('session.public_id').onDelete('cascade'),
      )
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('loaded_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
