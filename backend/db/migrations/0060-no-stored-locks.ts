import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Drops the locks of records and the owners of idempotency keys, because a process locks names without storing them.
 * Keeps the keys of completed requests, because the other requests belong to processes that have ended.
 */
export const noStoredLocks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('completed_key')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .execute();
    await sql`
      insert into completed_key (key, created_at, location)
      select key, created_at, location from idempotency_key where location is not null`.execute(db);
    await db.schema.dropTable('idempotency_key').execute();
    await db.schema.alterTable('completed_key').renameTo('idempotency_key').execute();
    await db.schema.dropTable('record_lock').execute();
  },
};
