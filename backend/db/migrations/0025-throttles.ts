import type { Kysely, Migration } from 'kysely';

/** Creates the table of throttles. */
export const throttles: Migration = {
  async up(db: Kysely<unknown>) {
    // The columns that rate-limiter-flexible requires.
    await db.schema
      .createTable('throttle')
      .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expire', 'bigint')
      .execute();
  },
};
