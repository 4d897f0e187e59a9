import { createHmac } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import { checkSignature, type SignatureVerdict } from 'shared/keys/check-signature';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import type { HostTables } from '../db/host-tables';
import type { Database } from '../db/types';

type HeadTable = HostTables['chain_head'];

/** The signed end of a chain. A valid one can be written only with the key. */
export interface ChainHead {
  table: string;
  lastId: number;
  lastDigest: string;
  /** The id of the last entry at the first signature. Entries up to it may have been altered before. */
  signedFrom: number | null;
  /** The time of the first signature (ISO 8601). */
  signedSince: string | null;
  /**
   * Describes when, and after which entry, a head without a valid signature was found; null once acknowledged.
   */
  problem: string | null;
  key: string | null;
  signature: string | null;
}

/** The keys of each database, by its adapter object: a database and its transactions have the same adapter. */
const ringsByAdapter = new WeakMap<object, KeyRing>();

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

/** Converts a row of the table `chain_head`. */
export function readHead(row: Selectable<HeadTable>): ChainHead {
  return {
    table: row.chain_table,
    lastId: row.last_id,
    lastDigest: row.last_digest,
    signedFrom: row.signed_from,
    signedSince: row.signed_since,
    problem: row.head_fault,
    key: row.head_key,
    signature: row.head_signature,
  };
}

/** Verifies the signature of a head with the key that it names. */
export function checkHead(head: ChainHead, ring: KeyRing): SignatureVerdict {
  return checkSignature(head, ring, (key) => sign(head, key));
}

/** Returns the columns of a head with the signature of the current key. */
export function signRow(head: ChainHead, key: RootKey): Updateable<HeadTable> {
  return {
    last_id: head.lastId,
    last_digest: head.lastDigest,
    signed_from: head.signedFrom,
    signed_since: head.signedSince,
    head_fault: head.problem,
    head_key: key.id,
    head_signature: sign(head, key),
  };
}

/**
 * Returns the columns of the signed head after new entries. If the previous head has no valid signature, the
 * new head records this, so that adding an entry does not make a forged head valid. Throws when this process
 * does not have the key of the previous head, because another instance has signed it with a newer key.
 */
export function extendHead(
  db: Database,
  before: ChainHead,
  next: Pick<ChainHead, 'lastId' | 'lastDigest'>,
): Updateable<HeadTable> {
  const ring = getBoundKeys(db);
  const verdict = checkHead(before, ring);
  if (verdict === 'unknown key')
    throw new Error(
      `The audit log is signed with the panel key ${before.key}, which this process does not have: start it with that key.`,
    );
  return signRow({ ...before, ...next, problem: findHeadError(before, verdict) }, ring.current);
}

/**
 * Returns the error to record in the head that follows this one, or null if its signature is valid. An earlier
 * error is not replaced.
 */
export function findHeadError(head: ChainHead, verdict: SignatureVerdict): string | null {
  if (head.problem !== null || verdict === 'signed') return head.problem;
  return `behind entry ${head.lastId}, found at ${new Date().toISOString()}`;
}

function sign(
  { table, lastId, lastDigest, signedFrom, signedSince, problem }: ChainHead,
  key: RootKey,
) {
  return createHmac('sha256', key.derive('audit head'))
    .update(JSON.stringify([table, lastId, lastDigest, signedFrom, signedSince, problem]))
    .digest('hex');
}
