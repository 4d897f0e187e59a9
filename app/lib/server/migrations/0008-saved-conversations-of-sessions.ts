import type { Kysely, Migration } from 'kysely';

/** Binds each conversation summary to its session. */
export const savedConversationsOfSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('session_public_id')
      .on('session')
      .column('public_id')
      .unique()
      .execute();
    // What it holds is loaded anew. A session that ends, in whatever way, takes its summary along.
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
