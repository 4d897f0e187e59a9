import type { Kysely, Migration } from 'kysely';

/** Adds the columns for the list of sessions on a user's profile and for checks with the host. */
export const sessionDevices: Migration = {
  async up(db: Kysely<unknown>) {
    const add = (name: string, type: 'text' | 'bigint') =>
      db.schema.alterTable('session').addColumn(name, type).execute();
    // The session's id on its user's profile. It does not give access to the session.
    await add('public_id', 'text');
    await add('user_id', 'text');
    await add('device', 'text');
    await add('checked_at', 'bigint');
    await db.schema.createIndex('session_user').on('session').column('user_id').execute();
  },
};
