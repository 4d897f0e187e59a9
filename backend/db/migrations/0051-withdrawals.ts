import type { Kysely, Migration } from 'kysely';

/** Creates the table of withdrawn participants of remote hosts. */
export const withdrawals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('withdrawal')
      .addColumn('host', 'varchar(512)', (column) => column.notNull())
      .addColumn('participant', 'varchar(64)', (column) => column.notNull())
      .addColumn('withdrawn_on', 'varchar(10)', (column) => column.notNull())
      .addPrimaryKeyConstraint('withdrawal_key', ['host', 'participant'])
      .execute();
  },
};
