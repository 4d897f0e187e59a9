import type { Kysely, Migration } from 'kysely';

/** Creates the table of deleted records that can still be restored. */
export const deletedRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('deleted_record')
      .addColumn('deleted_id', 'integer', (column) => column.primaryKey().autoIncrement())
      // The name of the entity in the host's paths.
      .addColumn('deleted_entity', 'text', (column) => column.notNull())
      .addColumn('deleted_key', 'integer', (column) => column.notNull())
      .addColumn('deleted_name', 'text')
      // The complete row as JSON.
      .addColumn('deleted_row', 'text', (column) => column.notNull())
      .addColumn('deleted_by', 'text')
      // The study's local time.
      .addColumn('deleted_date', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('deleted_record_at')
      .on('deleted_record')
      .column('deleted_at')
      .execute();
  },
};
