import type { Kysely, Migration } from 'kysely';

/** Creates the table of settings that all instances have in common. */
export const sharedSettings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('shared_setting')
      .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
