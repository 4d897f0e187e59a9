import type { Kysely, Migration } from 'kysely';

/** Creates the tables of running imports, and of the rows that wait until the whole file has been checked. */
export const imports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_job')
      .addColumn('job_id', 'text', (column) => column.primaryKey())
      .addColumn('noun', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      // The number of rows that have been checked, and of those that could not be written at the end.
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('skipped', 'integer', (column) => column.notNull())
      .addColumn('report', 'text')
      .addColumn('message', 'text')
      // The user of the import, and its time in the study's time zone.
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('import_row')
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('planned', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_row_key', ['job_id', 'n'])
      .execute();
    // Texts that no save may use while the import is running.
    await db.schema
      .createTable('import_text')
      .addColumn('claimed_table', 'text', (column) => column.notNull())
      .addColumn('folded', 'text', (column) => column.notNull())
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_text_key', ['claimed_table', 'folded', 'job_id'])
      .execute();
    await db.schema.createIndex('import_text_job').on('import_text').column('job_id').execute();
  },
};
