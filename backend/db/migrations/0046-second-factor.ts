import type { Kysely, Migration } from 'kysely';

/** Creates the tables of the users' second factors and of their recovery codes. */
export const secondFactor: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('second_factor')
      .addColumn('owner', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('second_factor_code')
      .addColumn('owner', 'varchar(64)', (column) =>
        column.notNull().references('second_factor.owner').onDelete('cascade'),
      )
      .addColumn('hash', 'varchar(64)', (column) => column.notNull())
      .addPrimaryKeyConstraint('second_factor_code_key', ['owner', 'hash'])
      .execute();
  },
};
