import { createHash } from 'node:crypto';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import type { HostTables } from '../db/host-tables';
import type { Database } from '../db/types';
import { extendHead, readHead } from './chain-head';

/** An append-only table in which each entry's digest covers the digest of the entry before. */
export interface ChainedTable {
  table: string;
  key: string;
  /** The columns that an entry's digest covers, in this order. They must never change once entries exist. */
  columns: readonly string[];
}

/** The content of an entry, without the id and digest that the chain adds. */
export type ChainEntry<Chain extends ChainedTable> = Readonly<
  Record<Chain['columns'][number], SqlValue>
>;

/** A chained table whose key and columns exist in a table of the host. */
interface ChainOf<Name extends keyof HostTables> extends ChainedTable {
  table: Name;
  key: keyof HostTables[Name] & string;
  columns: readonly (keyof HostTables[Name] & string)[];
}

/** The maximum number of entries that one statement inserts. */
const MAX_ROWS = 100;

export const auditLogChain = {
  table: 'audit_entry',
  key: 'audit_id',
  columns: ['audit_username', 'audit_title', 'audit_action', 'audit_description', 'audit_date'],
} as const satisfies ChainOf<'audit_entry'>;
export const signInLogChain = {
  table: 'login_entry',
  key: 'login_id',
  columns: ['login_username', 'login_source', 'login_date'],
} as const satisfies ChainOf<'login_entry'>;
export const errorLogChain = {
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
} as const satisfies ChainOf<'log_entry'>;
export const chains: readonly ChainedTable[] = [auditLogChain, signInLogChain, errorLogChain];

/** Returns the SHA-256 digest of the entry's table and id, its content and the previous entry's digest. */
export function computeDigest(
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

/**
 * Appends entries in order, then updates and signs the head of the chain. Returns the id of the last entry.
 * The keys must be bound to the database (`bindKeys`), which opening the host does.
 */
export async function appendEntries<Chain extends ChainedTable>(
  db: Database,
  chain: Chain,
  entries: readonly ChainEntry<Chain>[],
): Promise<number> {
  const append = async (transaction: Database) => {
    // Starts with a write, so that concurrent appends wait here and continue from the head that this one
    // leaves.
    const head = await transaction
      .updateTable('chain_head')
      .set((eb) => ({ last_id: eb('last_id', '+', entries.length) }))
      .where('chain_table', '=', chain.table)
      .returningAll()
      .executeTakeFirstOrThrow();
    const before = readHead({ ...head, last_id: head.last_id - entries.length });
    let id = before.lastId;
    let digest = before.lastDigest;
    const rows = entries.map((entry) => {
      id += 1;
      digest = computeDigest(chain, id, entry, digest);
      return { ...entry, [chain.key]: id, entry_digest: digest };
    });
    for (let start = 0; start < rows.length; start += MAX_ROWS)
      await byName(transaction)
        .insertInto(chain.table)
        .values(rows.slice(start, start + MAX_ROWS))
        .execute();
    await transaction
      .updateTable('chain_head')
      .set(extendHead(db, before, { lastId: id, lastDigest: digest }))
      .where('chain_table', '=', chain.table)
      .execute();
    return id;
  };
  return db.isTransaction ? append(db) : db.transaction().execute(append);
}
