import type { Kysely, Migration } from 'kysely';

/** Creates the tables of bulk actions: what a user has selected, and the outcome for each record. */
export const bulkActions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bulk_action')
      .addColumn('token', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('runner', 'text')
      .addColumn('ending', 'text')
      .addColumn('undone_by', 'text')
      // Milliseconds since the epoch.
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('bulk_action_owner')
      .on('bulk_action')
      .columns(['owner', 'created_at'])
      .execute();
    await db.schema
      .createTable('bulk_record')
      .addColumn('token', 'varchar(64)', (column) =>
        column.notNull().references('bulk_action.token').onDelete('cascade'),
      )
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('note', 'text')
      .addPrimaryKeyConstraint('bulk_record_key', ['token', 'n'])
      .execute();
  },
};
