import type { Kysely, Migration } from 'kysely';

/** Creates the table by which files lead back to their exports. */
export const exportTraces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('export_trace')
      .addColumn('export_id', 'varchar(32)', (column) => column.primaryKey())
      .addColumn('sha256', 'varchar(64)', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('export_trace_sha256')
      .on('export_trace')
      .column('sha256')
      .execute();
  },
};
