import type { Kysely, Migration } from 'kysely';
import { dialectOf } from '../dialect-of';

const journals = {
  audit_entry: 'audit_id',
  login_entry: 'login_id',
  log_entry: 'log_id',
} as const;

/**
 * Gives the head of each chain a signature, notes which key the database belongs to, and refuses inserts that
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
    // The key that the head is signed with; null until the first start with one.
    await add('head_key', 'text');
    await add('head_signature', 'text');
    // The last entry, and the moment, when the head was signed for the first time.
    await add('signed_from', 'bigint');
    await add('signed_since', 'text');
    // Says when a head without a valid signature was found; covered by the signature, so it stays.
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
