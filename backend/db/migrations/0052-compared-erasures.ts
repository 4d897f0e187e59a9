import type { Kysely, Migration } from 'kysely';

/** Creates the table of erasures whose participants were not in a restored database. */
export const comparedErasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('compared_erasure')
      .addColumn('host', 'varchar(512)', (column) => column.notNull())
      .addColumn('id', 'varchar(32)', (column) => column.notNull())
      .addPrimaryKeyConstraint('compared_erasure_key', ['host', 'id'])
      .execute();
  },
};
