import type { Kysely, Migration } from 'kysely';

/** Adds the time since which a session is locked, and the time until which a draft of a locked session is stored. */
export const lockedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('locked_at', 'bigint').execute();
    await db.schema.alterTable('kept_form').addColumn('expires_at', 'bigint').execute();
  },
};
