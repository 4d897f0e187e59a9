import type { Kysely, Migration } from 'kysely';

/** Creates the table of the erasures of participants. */
export const erasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('erasure')
      .addColumn('id', 'varchar(22)', (column) => column.primaryKey())
      .addColumn('participant', 'varchar(64)', (column) => column.notNull().unique())
      .addColumn('state', 'varchar(16)', (column) => column.notNull())
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('completed_at', 'bigint')
      .execute();
  },
};
