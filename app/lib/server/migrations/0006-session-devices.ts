import type { Kysely, Migration } from 'kysely';

/** Adds the device of a session, and the name under which a profile shows it. */
export const sessionDevices: Migration = {
  async up(db: Kysely<unknown>) {
    const add = (name: string, type: 'text' | 'bigint') =>
      db.schema.alterTable('session').addColumn(name, type).execute();
    // Names a session on its owner's profile; it opens nothing.
    await add('public_id', 'text');
    await add('user_id', 'text');
    await add('device', 'text');
    await add('checked_at', 'bigint');
    await db.schema.createIndex('session_user').on('session').column('user_id').execute();
  },
};
