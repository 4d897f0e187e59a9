import { createHash } from 'node:crypto';
import type { Database, SqlRow } from './db/types';

/** A table whose entries are only ever added, each bound to the one before. */
export interface ChainedTable {
  table: string;
  key: string;
  /** The columns that an entry's digest covers, in this order. Never changed once entries exist. */
  columns: readonly string[];
}

const MAX_ROWS = 100;

export const auditChain: ChainedTable = {
  table: 'audit_entry',
  key: 'audit_id',
  columns: ['audit_username', 'audit_title', 'audit_action', 'audit_description', 'audit_date'],
};
export const loginChain: ChainedTable = {
  table: 'login_entry',
  key: 'login_id',
  columns: ['login_username', 'login_source', 'login_date'],
};
export const logChain: ChainedTable = {
  table: 'log_entry',
  key: 'log_id',
  columns: [
    'log_username',
    'log_title',
    'log_action',
    'log_description',
    'log_exception',
    'log_date',
  ],
};
export const chains: readonly ChainedTable[] = [auditChain, loginChain, logChain];

/** SHA-256 over the entry's place, its content and the digest of the entry before it. */
export function digestOf(
  { table, columns }: ChainedTable,
  id: number,
  entry: SqlRow,
  previous: string,
): string {
  const content = columns.map((column) => entry[column] ?? null);
  return createHash('sha256')
    .update(JSON.stringify([previous, table, id, ...content]))
    .digest('hex');
}

/** Adds entries, in order, and moves the head of the chain; answers the last one's id. */
export async function appendEntries(
  db: Database,
  chain: ChainedTable,
  entries: readonly SqlRow[],
): Promise<number> {
  const append = async (transaction: Database) => {
    // A write first: whoever appends next waits here, and goes on from what this one leaves.
    const head = await transaction
      .updateTable('chain_head')
      .set((eb) => ({ last_id: eb('last_id', '+', entries.length) }))
      .where('chain_table', '=', chain.table)
      .returning(['last_id', 'last_digest'])
      .executeTakeFirstOrThrow();
    let id = Number(head.last_id) - entries.length;
    let digest = String(head.last_digest);
    const rows = entries.map((entry) => {
      id += 1;
      digest = digestOf(chain, id, entry, digest);
      return { ...entry, [chain.key]: id, entry_digest: digest };
    });
    for (let start = 0; start < rows.length; start += MAX_ROWS)
      await transaction
        .insertInto(chain.table)
        .values(rows.slice(start, start + MAX_ROWS))
        .execute();
    await transaction
      .updateTable('chain_head')
      .set({ last_digest: digest })
      .where('chain_table', '=', chain.table)
      .execute();
    return id;
  };
  return db.isTransaction ? append(db) : db.transaction().execute(append);
}
