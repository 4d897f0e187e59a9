import { createHash, createHmac } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { checkSignature, type SignatureVerdict } from 'shared/keys/check-signature';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import type { StoreTables } from '../server/store-tables';
import type { HistoryStore } from './identities';

export type ChangeRow = Selectable<StoreTables['record_change']>;
/** The head of the history: the number and the digest of the newest row, with their signature. */
export type HistoryHead = Selectable<StoreTables['history_head']>;
export type NewRow = Omit<ChangeRow, 'seq' | 'digest'>;

const HEAD_ID = 1;
/** The maximum number of rows that are appended together, because engines limit a statement's parameters. */
export const MAX_APPENDED = 500;

/** Returns the SHA-256 digest of a row combined with the digest of the previous row. */
export function computeRowDigest(row: Omit<ChangeRow, 'digest'>, previous: string): string {
  const { seq, id, at, record, entity, username, action, request_id, fields, undoes, outcome } =
    row;
  const content = [seq, id, at, record, entity, username, action, request_id, fields];
  return createHash('sha256')
    .update(JSON.stringify([previous, 'record_change', ...content, undoes, outcome]))
    .digest('hex');
}

/** Verifies the signature of the head with the key that it names. */
export function checkHistoryHead(head: HistoryHead, ring: KeyRing): SignatureVerdict {
  return checkSignature(head, ring, (key) => sign(head, key));
}

/**
 * Locks the head of the history for the rest of the transaction. Returns it with a note if its signature is invalid.
 * Throws if the head is missing, or if this process does not have the panel key that signed the head, because another
 * panel has a newer key.
 */
export async function lockHead({ db, ring }: HistoryStore): Promise<HistoryHead> {
  const head = await lockHeadRow(db);
  if (!head)
    throw new Error('The head of the history was removed. Restore a backup of the data folder.');
  const verdict = checkHistoryHead(head, ring);
  if (verdict === 'unknown key')
    throw new Error(
      `The history is signed with the panel key ${head.key}, which this process does not have: start it with that key.`,
    );
  return markProblem(head, verdict);
}

/** Locks the row of the head for the rest of the transaction. Returns undefined if it is missing. */
function lockHeadRow(db: Kysely<StoreTables>): Promise<HistoryHead | undefined> {
  // An update instead of a select makes concurrent transactions wait here.
  return db
    .updateTable('history_head')
    .set((eb) => ({ last_seq: eb('last_seq', '+', 0) }))
    .where('id', '=', HEAD_ID)
    .returningAll()
    .executeTakeFirst();
}

/** Runs `work` in a transaction that has locked the head of the history, so that changes are appended one at a time. */
export function withLockedHead(
  { db, ring }: HistoryStore,
  work: (store: HistoryStore, head: HistoryHead) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const store = { db: transaction, ring };
    await work(store, await lockHead(store));
  });
}

/**
 * Appends rows to the history, at most MAX_APPENDED, and signs its new head. `head` is the result of `lockHead` in this
 * transaction.
 */
export async function appendRows(
  { db, ring }: HistoryStore,
  head: HistoryHead,
  rows: readonly NewRow[],
): Promise<HistoryHead> {
  if (rows.length === 0) return head;
  let { last_seq, last_digest } = head;
  const appended = rows.map((row) => {
    last_seq += 1;
    last_digest = computeRowDigest({ ...row, seq: last_seq }, last_digest);
    return { ...row, seq: last_seq, digest: last_digest };
  });
  await db.insertInto('record_change').values(appended).execute();
  return storeHead(db, { ...head, last_seq, last_digest }, ring);
}

/**
 * Signs the head with the current key, unless the current key has already signed it. If the previous signature was
 * invalid, adds a note about it to the head. With `acknowledge`, signs the head without this note.
 */
export async function signHistory(
  { db, ring }: HistoryStore,
  { acknowledge = false } = {},
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const head = await lockHeadRow(transaction);
    if (!head) return;
    const verdict = checkHistoryHead(head, ring);
    if (acknowledge) await storeHead(transaction, { ...head, problem: null }, ring);
    else if (verdict !== 'signed' || head.key !== ring.current.id)
      await storeHead(transaction, markProblem(head, verdict), ring);
  });
}

/**
 * Returns the head, with a note if its signature is invalid, so that signing the head again does not hide a forgery.
 * Before the first start, the head of the empty history has no signature. This is not noted.
 */
function markProblem(head: HistoryHead, verdict: SignatureVerdict): HistoryHead {
  const isNew = verdict === 'unsigned' && head.last_seq === 0;
  if (head.problem !== null || verdict === 'signed' || isNew) return head;
  const problem = `after change ${head.last_seq}, found at ${new Date().toISOString()}`;
  return { ...head, problem };
}

async function storeHead(
  db: Kysely<StoreTables>,
  head: HistoryHead,
  { current }: KeyRing,
): Promise<HistoryHead> {
  const signed = { ...head, key: current.id };
  const signature = sign(signed, current);
  const { id, ...columns } = { ...signed, signature };
  await db.updateTable('history_head').set(columns).where('id', '=', id).execute();
  return { ...signed, signature };
}

function sign({ last_seq, last_digest, problem }: HistoryHead, key: RootKey): string {
  return createHmac('sha256', key.derive('history head'))
    .update(JSON.stringify([last_seq, last_digest, problem]))
    .digest('hex');
}
