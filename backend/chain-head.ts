import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database, SqlRow } from './db/types';
import type { KeyRing, RootKey } from './keys/key-ring';

/** The end of a chain: nobody without the key can write a valid one. */
export interface ChainHead {
  table: string;
  lastId: number;
  lastDigest: string;
  /** The last entry at the first signature: those up to it may have been rewritten before. */
  signedFrom: number | null;
  /** ISO 8601. */
  signedSince: string | null;
  /** When and where a head without a valid signature was found; until it is acknowledged. */
  fault: string | null;
  key: string | null;
  signature: string | null;
}

export type HeadVerdict = 'signed' | 'unsigned' | 'unknown key' | 'wrong signature';

/** The engine's adapter is one object for a database and all its transactions. */
const ringsByAdapter = new WeakMap<object, KeyRing>();

/** From now on the audit entries that are added to this database are signed with the current key. */
export function bindKeys(db: Database, ring: KeyRing): void {
  ringsByAdapter.set(db.getExecutor().adapter, ring);
}

/** Throws when no keys were bound: an entry whose head cannot be signed must not be added. */
export function boundKeys(db: Database): KeyRing {
  const ring = ringsByAdapter.get(db.getExecutor().adapter);
  if (!ring) throw new Error('No panel key is bound to this database: call bindKeys.');
  return ring;
}

export function headOf(row: SqlRow): ChainHead {
  const text = (value: SqlRow[string]) => (value === null ? null : String(value));
  return {
    table: String(row.chain_table),
    lastId: Number(row.last_id),
    lastDigest: String(row.last_digest),
    signedFrom: row.signed_from === null ? null : Number(row.signed_from),
    signedSince: text(row.signed_since),
    fault: text(row.head_fault),
    key: text(row.head_key),
    signature: text(row.head_signature),
  };
}

export function checkHead(head: ChainHead, ring: KeyRing): HeadVerdict {
  if (head.signature === null && head.key === null) return 'unsigned';
  const key = ring.find(head.key ?? '');
  if (!key) return 'unknown key';
  const wanted = Buffer.from(sign(head, key));
  const found = Buffer.from(head.signature ?? '');
  return wanted.length === found.length && timingSafeEqual(wanted, found)
    ? 'signed'
    : 'wrong signature';
}

/** Returns the columns of a head with the signature of the current key. */
export function signedRow(head: ChainHead, key: RootKey): SqlRow {
  return {
    last_id: head.lastId,
    last_digest: head.lastDigest,
    signed_from: head.signedFrom,
    signed_since: head.signedSince,
    head_fault: head.fault,
    head_key: key.id,
    head_signature: sign(head, key),
  };
}

/**
 * Returns the columns of a head behind new entries. When the one before has no valid signature, the new one
 * says so from now on: adding an entry must not make a forged head valid. Throws when the head before was
 * signed with a key that is not here: another instance has a newer one.
 */
export function extendHead(
  db: Database,
  before: ChainHead,
  next: Pick<ChainHead, 'lastId' | 'lastDigest'>,
): SqlRow {
  const ring = boundKeys(db);
  const verdict = checkHead(before, ring);
  if (verdict === 'unknown key')
    throw new Error(
      `The audit log is signed with the panel key ${before.key}, which this process does not have: start it with that key.`,
    );
  return signedRow({ ...before, ...next, fault: faultOf(before, verdict) }, ring.current);
}

/** Says when a head was found without a valid signature; what was found first stays. */
export function faultOf(head: ChainHead, verdict: HeadVerdict): string | null {
  if (head.fault !== null || verdict === 'signed') return head.fault;
  return `behind entry ${head.lastId}, found at ${new Date().toISOString()}`;
}

function sign(
  { table, lastId, lastDigest, signedFrom, signedSince, fault }: ChainHead,
  key: RootKey,
) {
  return createHmac('sha256', key.derive('audit head'))
    .update(JSON.stringify([table, lastId, lastDigest, signedFrom, signedSince, fault]))
    .digest('hex');
}
