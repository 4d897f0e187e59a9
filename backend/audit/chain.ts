import { appendRows, type Chain, lockHead } from 'shared/chain/chain';
import {
  type ChainReport,
  listInsertedHeads,
  type VerifyOptions,
  verifyChain,
} from 'shared/chain/verify';
import type { CheckpointPart } from 'shared/checkpoints/write-checkpoints';
import { readSnapshot } from 'shared/db/read-snapshot';
import { byName, type SqlValue } from 'shared/db/types';
import type { KeyRing } from 'shared/keys/key-ring';
import type { StudyTables } from '../db/study-tables';
import type { Database } from '../db/types';

type Logs = Pick<StudyTables, 'audit_entry' | 'login_entry' | 'log_entry'>;

/** The content of an entry, without the id and digest that the chain adds. */
export type ChainEntry<Of extends Chain> = Readonly<Record<Of['columns'][number], SqlValue>>;

/** The keys of each database, by its adapter object: a database and its transactions have the same adapter. */
const ringsByAdapter = new WeakMap<object, KeyRing>();

export const auditLogChain = declareChain('audit_entry', 'audit_id', [
  'audit_username',
  'audit_title',
  'audit_action',
  'audit_description',
  'audit_date',
]);
export const signInLogChain = declareChain('login_entry', 'login_id', [
  'login_username',
  'login_source',
  'login_date',
]);
export const errorLogChain = declareChain('log_entry', 'log_id', [
  'log_username',
  'log_title',
  'log_action',
  'log_description',
  'log_exception',
  'log_date',
]);
export const chains = [auditLogChain, signInLogChain, errorLogChain] as const;
export const auditTables: readonly string[] = chains.map(({ table }) => table);

function declareChain<
  Table extends keyof Logs,
  const Columns extends readonly (keyof Logs[Table] & string)[],
>(table: Table, key: keyof Logs[Table] & string, columns: Columns) {
  return {
    ...{ table, key, columns, digest: 'entry_digest' },
    head: {
      table: 'chain_head',
      where: ['chain_table', table],
      columns: [
        ['lastId', 'last_id'],
        ['lastDigest', 'last_digest'],
        ['signedFrom', 'signed_from'],
        ['signedSince', 'signed_since'],
        ['problem', 'head_fault'],
        ['key', 'head_key'],
        ['signature', 'head_signature'],
      ],
      purpose: 'audit head',
      getContent: ({ lastId, lastDigest, signedFrom, signedSince, problem }) => [
        table,
        lastId,
        lastDigest,
        signedFrom,
        signedSince,
        problem,
      ],
      isUnsignedWhenEmpty: false,
    },
    words: { chain: 'log', entry: 'Entry', entries: 'Entries' },
  } satisfies Chain;
}

/** Binds the keys that sign the audit log whenever entries are added to this database. */
export function bindKeys(db: Database, ring: KeyRing): void {
  ringsByAdapter.set(db.getExecutor().adapter, ring);
}

/**
 * Returns the keys of a database. Throws when none are bound: an entry whose head cannot be signed must not be
 * added.
 */
export function getBoundKeys(db: Database): KeyRing {
  const ring = ringsByAdapter.get(db.getExecutor().adapter);
  if (!ring) throw new Error('No panel key is bound to this database: call bindKeys.');
  return ring;
}

/**
 * Appends entries in order, then updates and signs the head of the chain. Returns the id of the last entry.
 * The keys must be bound to the database (`bindKeys`), which opening the host does.
 */
export async function appendEntries<Of extends Chain>(
  db: Database,
  chain: Of,
  entries: readonly ChainEntry<Of>[],
): Promise<number> {
  const append = async (transaction: Database) => {
    const store = { db: transaction, ring: getBoundKeys(db) };
    return appendRows(store, chain, await lockHead(store, chain), entries);
  };
  return db.isTransaction ? append(db) : db.transaction().execute(append);
}

/** Verifies all chains of the audit log from one snapshot, because other processes may append entries. */
export function verifyAudit(db: Database, options: VerifyOptions = {}): Promise<ChainReport[]> {
  return readSnapshot(db, async (snapshot) => {
    const reports: ChainReport[] = [];
    for (const chain of chains) reports.push(await verifyChain(snapshot, chain, options));
    reports[0]?.errors.push(...(await listInsertedHeads(snapshot, chains)));
    return reports;
  });
}

/** Returns the audit log of a host as a part of its checkpoints. */
export function makeAuditPart(db: Database): CheckpointPart {
  return { db: byName(db), table: 'host_setting', command: 'audit:verify', chains };
}
