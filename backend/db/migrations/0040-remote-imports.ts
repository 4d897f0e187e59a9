import type { Kysely, Migration } from 'kysely';

/** Creates the table of the imports that were sent to a remote API host and whose changes are not in the history. */
export const remoteImports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('remote_import')
      .addColumn('job_id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('request_id', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('remote_import_state')
      .on('remote_import')
      .columns(['state', 'entity'])
      .execute();
  },
};
