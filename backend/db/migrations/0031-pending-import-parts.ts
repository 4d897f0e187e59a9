import type { Kysely, Migration } from 'kysely';

/** Creates the table that stores the content of files in parts until they are imported. */
export const pendingImportParts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('pending_import_part')
      .addColumn('token', 'varchar(64)', (column) =>
        column.notNull().references('pending_import.token').onDelete('cascade'),
      )
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('pending_import_part_key', ['token', 'n'])
      .execute();
  },
};
