import type { Kysely, Migration } from 'kysely';

/**
 * Creates the table of the changes that imports have made and that the panel has not moved to the history of records
 * yet. Adds two columns to imports: whether they store these changes, and the id of the request that started them.
 */
export const importedChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('imported_change')
      .addColumn('n', 'integer', (column) => column.primaryKey().autoIncrement())
      // 128 random bits, which is the format of change ids in the history.
      .addColumn('change_id', 'varchar(22)', (column) => column.notNull())
      // The name of the entity in the host's paths.
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('record_id', 'text', (column) => column.notNull())
      // The values before and after the change, as JSON. `before_change` is null if the import added the record.
      .addColumn('before_change', 'text')
      .addColumn('after_change', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('request_id', 'text')
      .execute();
    await db.schema
      .createIndex('imported_change_record')
      .on('imported_change')
      .columns(['entity', 'record_id'])
      .execute();
    await db.schema
      .alterTable('import_job')
      .addColumn('stores_changes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('import_job').addColumn('request_id', 'text').execute();
  },
};
