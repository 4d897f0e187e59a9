import type { Kysely, Migration } from 'kysely';

/** Creates the tables of security events and of accounts that have signed in. */
export const securityCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('security_count')
      .addColumn('action', 'varchar(32)', (column) => column.notNull())
      .addColumn('what', 'varchar(200)', (column) => column.notNull())
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .addColumn('address', 'varchar(64)', (column) => column.notNull())
      .addColumn('window_start', 'bigint', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('security_count_key', [
        'window_start',
        'action',
        'what',
        'username',
        'address',
      ])
      .execute();
    await db.schema
      .createTable('known_account')
      // The hash of the name that the user typed.
      .addColumn('name_hash', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('username', 'varchar(255)', (column) => column.notNull())
      .execute();
  },
};
