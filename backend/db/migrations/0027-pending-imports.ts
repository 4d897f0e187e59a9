import type { Kysely, Migration } from 'kysely';

/** Creates the table of files that have been checked but not imported yet. */
export const pendingImports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('pending_import')
      .addColumn('token', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .addColumn('list', 'varchar(64)', (column) => column.notNull())
      .addColumn('content', 'text')
      .addColumn('report', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('pending_import_username')
      .on('pending_import')
      .column('username')
      .execute();
  },
};
