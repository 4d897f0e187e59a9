import type { Kysely, Migration } from 'kysely';
import { dialectOf } from '../dialect-of';

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
    // Says when a head without a valid signature was found. The signature covers it, so that it cannot be
    // removed.
    await add('head_fault', 'text');
    for (const [table, key] of Object.entries(journals))
      await dialectOf(db).keepFromReplacing(
        db,
        table,
        key,
        'Entries of the audit trail stay as they are',
      );
  },
};
