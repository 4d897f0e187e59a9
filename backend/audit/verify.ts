import { ExpectedEntries, type ExpectedEntry } from 'shared/checkpoints/expected-entries';
import { readSnapshot } from 'shared/db/read-snapshot';
import { byName } from 'shared/db/types';
import type { KeyRing } from 'shared/keys/key-ring';
import type { Database } from '../db/types';
import { type ChainedTable, chains, computeDigest } from './chain';
import { type ChainHead, checkHead, readHead } from './chain-head';

export interface VerifyOptions {
  /** Verifies the signatures of the heads. Without keys, signatures are not checked. */
  ring?: KeyRing;
  /** The entries of the checkpoints by table, in the order in which the checkpoints were written. */
  expected?: Readonly<Record<string, readonly ExpectedEntry[]>>;
  /** The time at which the first checkpoint was written, ISO 8601. The heads had been signed by then. */
  checkpointsSince?: string;
  /**
   * True to accept heads that an earlier key of the ring has signed, as in a backup made before a key rotation.
   */
  acceptEarlierKeys?: boolean;
}

export interface ChainReport {
  table: string;
  entries: number;
  /**
   * The digest of the last entry, which covers every entry. A copy of it elsewhere can later show whether all
   * entries were rewritten.
   */
  digest: string;
  /** One sentence for each alteration that was found; empty when there is none. */
  errors: string[];
  /** The parts that the verification does not cover, one sentence each. */
  notes: string[];
}

const PAGE = 5_000;
const MAX_ERRORS = 20;

/**
 * Verifies that no entries of the audit trail were changed, removed or inserted, and reports those that were.
 */
export async function verifyAudit(
  db: Database,
  options: VerifyOptions = {},
): Promise<ChainReport[]> {
  // The entries and the heads are read from one snapshot, because other processes may append entries.
  return readSnapshot(db, async (snapshot) => {
    const reports: ChainReport[] = [];
    for (const chain of chains) reports.push(await verifyChain(snapshot, chain, options));
    return reports;
  });
}

async function verifyChain(
  db: Database,
  chain: ChainedTable,
  { ring, expected = {}, checkpointsSince, acceptEarlierKeys = false }: VerifyOptions,
): Promise<ChainReport> {
  const errors = new ErrorList();
  const wanted = new ExpectedEntries(expected[chain.table] ?? []);
  let last = 0;
  let digest = '';
  let entries = 0;
  for await (const row of readEntries(db, chain)) {
    const id = Number(row[chain.key]);
    const stored = String(row.entry_digest ?? '');
    entries += 1;
    if (id < 1) {
      errors.add(`Entry ${id} was inserted: ids begin at 1.`);
      continue;
    }
    if (id > last + 1) errors.add(`${describeSpan(last + 1, id - 1)} removed.`);
    else if (computeDigest(chain, id, row, digest) !== stored)
      errors.add(`Entry ${id} was changed or inserted, or one before it was removed.`);
    for (const time of wanted.listDifferent(id, stored))
      errors.add(`Entry ${id} differs from the one in the checkpoint of ${time}.`);
    last = id;
    digest = stored;
  }
  errors.add(...describeMissing(wanted, last));
  const row = await db
    .selectFrom('chain_head')
    .selectAll()
    .where('chain_table', '=', chain.table)
    .executeTakeFirst();
  const head = row && readHead(row);
  errors.add(...checkHeadErrors(head, last, digest, ring));
  if (head && ring && !acceptEarlierKeys) errors.add(...checkEarlierKey(head, ring));
  if (head?.signedSince && checkpointsSince && head.signedSince > checkpointsSince)
    errors.add(
      `The head claims to be signed since ${head.signedSince}, but there is a checkpoint of ${checkpointsSince}: its signature was removed in between.`,
    );
  return {
    table: chain.table,
    entries,
    digest,
    errors: errors.list,
    notes: describeHead(head, ring),
  };
}

/** Yields all entries in the order of their ids, including those with ids below 1. */
async function* readEntries(db: Database, { table, key }: ChainedTable) {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await byName(db)
      .selectFrom(table)
      .selectAll()
      .where(key, '>', last)
      .orderBy(key)
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return;
    yield* rows;
    last = Number(rows.at(-1)?.[key]);
  }
}

function describeMissing(expected: ExpectedEntries, last: number): string[] {
  const missing = expected.findMissing(last);
  if (!missing) return [];
  const found = last === 0 ? 'The log is empty' : `The log ends with entry ${last}`;
  return [
    `${found}, but the checkpoint of ${missing.time} had ${missing.id} entries. If a backup was restored, acknowledge that: docs/operations.md says how.`,
  ];
}

function checkHeadErrors(
  head: ChainHead | undefined,
  last: number,
  digest: string,
  ring: KeyRing | undefined,
): string[] {
  if (!head) return ['The head of the chain was removed.'];
  const errors: string[] = [];
  if (head.lastId > last) errors.push(`${describeSpan(last + 1, head.lastId)} removed.`);
  else if (head.lastId < last) errors.push(`${describeSpan(head.lastId + 1, last)} inserted.`);
  else if (head.lastDigest !== digest) errors.push('The last entry was replaced.');
  if (head.problem !== null)
    errors.push(`The log was continued from a head without a valid signature ${head.problem}.`);
  if (!ring) return errors;
  const verdict = checkHead(head, ring);
  if (verdict === 'wrong signature')
    errors.push('The head of the chain was changed: its signature is not valid.');
  if (verdict === 'unsigned')
    errors.push(
      'The head of the chain has no signature: start this version of the panel once to sign it.',
    );
  if (verdict === 'unknown key')
    errors.push(
      `The head of the chain is signed with the key ${head.key}, which is not available.`,
    );
  return errors;
}

function checkEarlierKey(head: ChainHead, ring: KeyRing): string[] {
  if (checkHead(head, ring) !== 'signed' || head.key === ring.current.id) return [];
  return [
    `The head of the chain is signed with the earlier key ${head.key}: start the panel once with the current key.`,
  ];
}

function describeHead(head: ChainHead | undefined, ring: KeyRing | undefined): string[] {
  if (!ring)
    return ['The panel key is not available: only the digests were checked, not the signatures.'];
  if (!head?.signedFrom) return [];
  return [
    `Signed since ${head.signedSince}, from entry ${head.signedFrom} on. Only a digest that was written down elsewhere shows whether earlier entries were rewritten before that time.`,
  ];
}

/** Collects errors up to a maximum, because one alteration may cause errors in many entries. */
class ErrorList {
  readonly list: string[] = [];

  add(...errors: string[]): void {
    this.list.push(...errors.slice(0, MAX_ERRORS - this.list.length));
  }
}

function describeSpan(first: number, last: number): string {
  return first === last ? `Entry ${first} was` : `Entries ${first} to ${last} were`;
}
