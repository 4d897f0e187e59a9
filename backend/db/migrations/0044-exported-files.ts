import type { Kysely, Migration } from 'kysely';

/** Creates the tables of files for analysis, which are stored encrypted for a day. */
export const exportedFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('exported_file')
      .addColumn('token', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('rows_done', 'integer', (column) => column.notNull())
      .addColumn('runner', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('exported_file_owner')
      .on('exported_file')
      .columns(['owner', 'created_at'])
      .execute();
    await db.schema
      .createTable('exported_part')
      .addColumn('token', 'varchar(64)', (column) =>
        column.notNull().references('exported_file.token').onDelete('cascade'),
      )
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('exported_part_key', ['token', 'n'])
      .execute();
  },
};
