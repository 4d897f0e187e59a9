import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Replaces the table of submissions by one table for idempotency keys and one for record locks. Copies only the
 * keys of completed requests, because the other requests belong to processes that have ended.
 */
export const idempotencyKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('idempotency_key')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('location', 'text')
      .execute();
    await db.schema
      .createIndex('idempotency_key_owner')
      .on('idempotency_key')
      .column('owner')
      .execute();
    await db.schema
      .createTable('record_lock')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('record_lock_owner').on('record_lock').column('owner').execute();
    await sql`
      insert into idempotency_key (key, created_at, location)
      select username || ' ' || token, created_at, location
      from submission where location is not null`.execute(db);
    await db.schema.dropTable('submission').execute();
  },
};
