import type { Kysely, Migration } from 'kysely';

/** Creates the table of idempotency keys and the records added with them, so that a repeated request adds none. */
export const savedOnce: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('saved_once')
      .addColumn('save_key', 'text', (column) => column.primaryKey())
      .addColumn('record_id', 'integer', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
