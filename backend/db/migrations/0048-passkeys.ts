import type { Kysely, Migration } from 'kysely';

/** Creates the tables of the users' passkeys and of the challenges that a passkey must sign. */
export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('passkey')
      .addColumn('id', 'varchar(32)', (column) => column.primaryKey())
      .addColumn('owner', 'varchar(64)', (column) =>
        column.notNull().references('second_factor.owner').onDelete('cascade'),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('rp_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      // Milliseconds since the epoch.
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkey_owner').on('passkey').column('owner').execute();
    await db.schema
      .createTable('passkey_challenge')
      .addColumn('challenge', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('session', 'varchar(64)', (column) => column.notNull())
      .addColumn('purpose', 'varchar(8)', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('passkey_challenge_session')
      .on('passkey_challenge')
      .columns(['session', 'created_at'])
      .execute();
  },
};
