import type { Kysely, Migration } from 'kysely';

/** Creates the table of the figures on the home page. */
export const overview: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('overview')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('content', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
