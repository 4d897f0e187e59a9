import type { Kysely, Migration } from 'kysely';

/** Creates the table of forms that are being saved or have been saved. */
export const submissions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('submission')
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .addColumn('token', 'varchar(64)', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('location', 'text')
      .addPrimaryKeyConstraint('submission_key', ['username', 'token'])
      .execute();
  },
};
