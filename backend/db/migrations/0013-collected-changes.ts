import type { Kysely, Migration } from 'kysely';

/**
 * Adds whether the caller that starts an import collects its changes over HTTP, and, to each of these changes, the id
 * of the import.
 */
export const collectedChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('import_job')
      .addColumn('caller_collects', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Null for changes that the panel reads in the same process.
    await db.schema.alterTable('imported_change').addColumn('job_id', 'text').execute();
    await db.schema
      .createIndex('imported_change_job')
      .on('imported_change')
      .columns(['job_id', 'n'])
      .execute();
  },
};
