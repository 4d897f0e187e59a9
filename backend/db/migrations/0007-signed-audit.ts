import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

const journals = {
  audit_entry: 'audit_id',
  login_entry: 'login_id',
  log_entry: 'log_id',
} as const;

/**
 * Adds a signature to the head of each chain and the id of the key of the database, and refuses inserts that
 * would replace an entry.
 */
export const signedAudit: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('host_setting')
      .addColumn('name', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    const add = (name: string, type: 'text' | 'bigint') =>
      db.schema.alterTable('chain_head').addColumn(name, type).execute();
    // The id of the key that signs the head; null until the first start with one.
    await add('head_key', 'text');
    await add('head_signature', 'text');
    // The last entry and the time at the first signature.
    await add('signed_from', 'bigint');
    await add('signed_since', 'text');
    // Says when a head without a valid signature was found. The signature covers this text, so that nobody can
    // remove it unnoticed.
    await add('head_fault', 'text');
    // PostgreSQL replaces a row by an update, which a trigger of 0004-audit-chain.ts already refuses.
    if (db.getExecutor().adapter instanceof PostgresAdapter) return;
    for (const [table, key] of Object.entries(journals)) await refuseReplacing(db, table, key);
  },
};

/** Makes SQLite refuse `insert or replace`: this deletes the old row without firing the trigger for deletions. */
async function refuseReplacing(db: Kysely<unknown>, table: string, key: string) {
  const rows = sql.table(table);
  const id = sql.ref(key);
  await sql`create trigger ${sql.ref(`${table}_no_replace`)} before insert on ${rows}
    when exists (select 1 from ${rows} where ${id} = new.${id})
    begin select raise(abort, 'Entries of the audit trail stay as they are'); end`.execute(db);
}
