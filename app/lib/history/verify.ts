import { ExpectedEntries, type ExpectedEntry } from 'shared/checkpoints/expected-entries';
import { readSnapshot } from 'shared/db/read-snapshot';
import { checkHistoryHead, computeRowDigest } from './chain';
import type { HistoryStore } from './identities';
import { checkIdentity, hasLostKey } from './sealed-identity';

type AddError = (text: string) => void;

/** The result of verifying the history of records. */
export interface HistoryReport {
  changes: number;
  /** The number of records that cannot be read, because the panel key for them is not available. */
  lost: number;
  /** The first MAX_ERRORS errors. */
  errors: string[];
}

const PAGE = 1_000;
const MAX_ERRORS = 20;

/**
 * Verifies that no row of the history was changed, removed or inserted, that the head is signed, and that each record
 * has an identity which was not altered. Also verifies that the changes in `expected`, which come from checkpoints
 * outside the database, are still there and unchanged.
 */
export async function verifyHistory(
  { db, ring }: HistoryStore,
  expected: readonly ExpectedEntry[] = [],
): Promise<HistoryReport> {
  // The rows and the head are read from one snapshot, because other processes may add changes.
  return readSnapshot(db, async (snapshot) => {
    const store = { db: snapshot, ring };
    const errors: string[] = [];
    // A file of which every row was altered must not fill the memory with messages.
    const add: AddError = (text) => {
      if (errors.length < MAX_ERRORS) errors.push(text);
    };
    const { changes, digest, records } = await verifyRows(
      store,
      new ExpectedEntries(expected),
      add,
    );
    await verifyHead(store, changes, digest, add);
    const lost = await verifyIdentities(store, records, add);
    return { changes, lost, errors };
  });
}

/**
 * Verifies the digest of each row, also against the checkpoints. Returns the last sequence number, the digest of its
 * row, and the number of the first change of each record.
 */
async function verifyRows({ db }: HistoryStore, expected: ExpectedEntries, add: AddError) {
  let last = 0;
  let digest = '';
  const records = new Map<string, number>();
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('record_change')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) {
      for (const error of describeMissing(expected, last)) add(error);
      return { changes: last, digest, records };
    }
    for (const row of rows) {
      after = row.seq;
      if (!records.has(row.record)) records.set(row.record, row.seq);
      if (row.seq !== last + 1) add(`Changes before ${row.seq} were removed or inserted.`);
      else if (computeRowDigest(row, digest) !== row.digest)
        add(`Change ${row.seq} was altered or inserted, or one before it was removed.`);
      for (const time of expected.listDifferent(row.seq, row.digest))
        add(`Change ${row.seq} differs from the one in the checkpoint of ${time}.`);
      last = row.seq;
      digest = row.digest;
    }
  }
}

function describeMissing(expected: ExpectedEntries, last: number): string[] {
  const missing = expected.findMissing(last);
  if (!missing) return [];
  const found = last === 0 ? 'The history is empty' : `The history ends with change ${last}`;
  return [
    `${found}, but the checkpoint of ${missing.time} had ${missing.id} changes. If a backup was restored, acknowledge that: docs/operations.md says how.`,
  ];
}

async function verifyHead(
  { db, ring }: HistoryStore,
  last: number,
  digest: string,
  add: AddError,
): Promise<void> {
  const heads = await db.selectFrom('history_head').selectAll().execute();
  const [head] = heads;
  if (!head || heads.length > 1) {
    add('The head of the history was removed or inserted.');
    return;
  }
  if (head.last_seq !== last)
    add(`The history ends with change ${last}, but its head names change ${head.last_seq}.`);
  else if (head.last_digest !== digest)
    add(`The head of the history has another digest of change ${last} than the change itself.`);
  if (head.problem !== null)
    add(`The history was continued from a head without a valid signature ${head.problem}.`);
  const verdict = checkHistoryHead(head, ring);
  // The first start of this version signs the head of the empty history.
  if (verdict !== 'signed' && !(verdict === 'unsigned' && last === 0))
    add(`The head of the history does not have a valid signature: ${verdict}.`);
}

/** Verifies that each record has an identity. Returns the number of identities whose key is not available. */
async function verifyIdentities(
  { db, ring }: HistoryStore,
  records: ReadonlyMap<string, number>,
  add: AddError,
): Promise<number> {
  const missing = new Map(records);
  let lost = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('record_identity')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) break;
    for (const row of rows) {
      after = row.id;
      missing.delete(row.id);
      if (hasLostKey(row, ring)) {
        lost += 1;
        continue;
      }
      const error = checkIdentity(row, ring);
      if (error) add(`The identity ${row.id} ${error}.`);
    }
  }
  for (const seq of missing.values())
    add(`The identity of the record of change ${seq} was removed.`);
  return lost;
}
