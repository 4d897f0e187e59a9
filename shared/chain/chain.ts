import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { byName, type NamedDatabase, type SqlRow } from '../db/types';
import { checkSignature, type SignatureVerdict } from '../keys/check-signature';
import type { KeyRing, RootKey } from '../keys/key-ring';

const headSchema = z.object({
  /** The number and the digest of the last entry: 0 and '' if there is none. */
  lastId: z.number(),
  lastDigest: z.string(),
  /** The id of the last entry when the head was first signed, and the time of that signature (ISO 8601). */
  signedFrom: z.number().nullish(),
  signedSince: z.string().nullish(),
  /** Describes when, and after which entry, a head without a valid signature was found. Null if there was none, or it was acknowledged. */
  problem: z.string().nullable(),
  key: z.string().nullable(),
  signature: z.string().nullable(),
});

/** The signed end of a chain. A valid one can be written only with the key. */
export type ChainHead = z.infer<typeof headSchema>;

/** An append-only table with a signed head. The digest of each entry also covers that of the previous entry. */
export interface Chain {
  table: string;
  /** The column of the entries' ids, which begin at 1 and have no gaps. */
  key: string;
  /** The columns that the digest of an entry covers, in this order. They must never change once entries exist. */
  columns: readonly string[];
  /** The column of the digest. */
  digest: string;
  head: {
    table: string;
    /** The column and the value that identify the row of the head. */
    where: readonly [string, string | number];
    /** The parts of the head with their columns. */
    columns: readonly (readonly [part: keyof ChainHead, column: string])[];
    /** The purpose of the derived key that signs the head, and what the signature covers. */
    purpose: 'audit head' | 'history head';
    getContent: (head: ChainHead) => readonly unknown[];
    /** True if the head of an empty chain may be unsigned: this chain does not record when it was first signed. */
    isUnsignedWhenEmpty: boolean;
  };
  /** The name of the chain, in lower case, and of its entries, with a capital letter, in texts for the operator. */
  words: { chain: string; entry: string; entries: string };
}

/** A database with the keys that sign the heads of its chains. */
export interface ChainStore {
  db: Parameters<typeof byName>[0];
  ring: KeyRing;
}

/** The maximum number of entries that one statement inserts. */
const MAX_ROWS = 100;

/** Returns the SHA-256 digest of the entry's table and id, its content and the previous entry's digest. */
export function computeDigest(
  { table, columns }: Chain,
  id: number,
  entry: SqlRow,
  previous: string,
): string {
  const content = columns.map((column) => entry[column] ?? null);
  return createHash('sha256')
    .update(JSON.stringify([previous, table, id, ...content]))
    .digest('hex');
}

/** Verifies the signature of a head with the key that it names. */
export function checkHead(chain: Chain, head: ChainHead, ring: KeyRing): SignatureVerdict {
  return checkSignature(head, ring, (key) => sign(chain, head, key));
}

/** Returns whether a head has no signature yet, and needs none. */
export function isNewHead({ head: { isUnsignedWhenEmpty } }: Chain, head: ChainHead): boolean {
  return isUnsignedWhenEmpty && head.lastId === 0 && head.key === null && head.signature === null;
}

/** Returns the head of a chain, or undefined if it was removed. */
export async function readHead(db: ChainStore['db'], chain: Chain): Promise<ChainHead | undefined> {
  const { table, where } = chain.head;
  const query = byName(db).selectFrom(table).selectAll().where(where[0], '=', where[1]);
  return parseHead(chain, await query.executeTakeFirst());
}

/**
 * Returns the head of a chain, and locks it for the rest of the transaction, so that entries are appended one at a time.
 * The commit also syncs all earlier commits to the disk, even those of import threads, which are not synced themselves.
 */
export async function lockRow(db: ChainStore['db'], chain: Chain): Promise<ChainHead | undefined> {
  const { table, where } = chain.head;
  const [column, value] = where;
  // An update that changes no value: concurrent transactions wait here.
  const query = byName(db)
    .updateTable(table)
    .set({ [column]: value })
    .where(column, '=', value);
  return parseHead(chain, await query.returningAll().executeTakeFirst());
}

/**
 * Locks the head of a chain for the rest of the transaction. Returns it with its problem if its signature is not valid,
 * so that adding an entry does not make a forged head valid. Throws if the head is missing, or if this process does not
 * have the key of the head, because another one has signed it with a newer key.
 */
export async function lockHead({ db, ring }: ChainStore, chain: Chain): Promise<ChainHead> {
  const head = await lockRow(db, chain);
  const { words } = chain;
  if (!head) throw new Error(`The head of the ${words.chain} was removed. Restore a backup.`);
  const verdict = checkHead(chain, head, ring);
  if (verdict === 'unknown key')
    throw new Error(
      `The ${words.chain} is signed with the panel key ${head.key}, which this process does not have: start it with that key.`,
    );
  return { ...head, problem: findProblem(chain, head, verdict) };
}

/**
 * Appends entries in order, and signs the new head. `head` is the result of `lockHead` in this transaction. Returns the
 * id of the last entry.
 */
export async function appendRows(
  { db, ring }: ChainStore,
  chain: Chain,
  head: ChainHead,
  entries: readonly SqlRow[],
): Promise<number> {
  if (entries.length === 0) return head.lastId;
  let { lastId, lastDigest } = head;
  const rows = entries.map((entry) => {
    lastId += 1;
    lastDigest = computeDigest(chain, lastId, entry, lastDigest);
    return { ...entry, [chain.key]: lastId, [chain.digest]: lastDigest };
  });
  for (let start = 0; start < rows.length; start += MAX_ROWS)
    await byName(db)
      .insertInto(chain.table)
      .values(rows.slice(start, start + MAX_ROWS))
      .execute();
  await storeHead(byName(db), chain, { ...head, lastId, lastDigest }, ring);
  return lastId;
}

/**
 * Signs the head of a chain with the current key, unless the current key has already signed it. Records a signature that
 * is not valid as the problem of the head; `acknowledge` clears the problem. `isFirst` is true if the database had no key
 * before: a head without a signature then records the time of its first one. Expects a transaction.
 */
export async function signHead(
  { db, ring }: ChainStore,
  chain: Chain,
  { acknowledge = false, isFirst = false } = {},
): Promise<void> {
  const found = await readHead(db, chain);
  if (!found || (!acknowledge && found.key === ring.current.id && isSigned(chain, found, ring)))
    return;
  const head = (await lockRow(db, chain)) ?? found;
  const verdict = checkHead(chain, head, ring);
  const signed =
    isFirst && verdict === 'unsigned'
      ? { ...head, signedFrom: head.lastId, signedSince: new Date().toISOString() }
      : { ...head, problem: acknowledge ? null : findProblem(chain, head, verdict) };
  await storeHead(byName(db), chain, signed, ring);
}

/** Returns whether a head has a valid signature. */
export function isSigned(chain: Chain, head: ChainHead, ring: KeyRing): boolean {
  return checkHead(chain, head, ring) === 'signed';
}

/** Returns the problem to record in the head that follows this one. An earlier problem is not replaced. */
function findProblem(chain: Chain, head: ChainHead, verdict: SignatureVerdict): string | null {
  if (head.problem !== null || verdict === 'signed' || isNewHead(chain, head)) return head.problem;
  return `after ${chain.words.entry.toLowerCase()} ${head.lastId}, found at ${new Date().toISOString()}`;
}

function parseHead({ head: { columns } }: Chain, row?: SqlRow): ChainHead | undefined {
  if (!row) return undefined;
  return headSchema.parse(Object.fromEntries(columns.map(([part, column]) => [part, row[column]])));
}

async function storeHead(
  db: NamedDatabase,
  chain: Chain,
  head: ChainHead,
  { current }: KeyRing,
): Promise<void> {
  const { table, where, columns } = chain.head;
  const signed = { ...head, key: current.id, signature: sign(chain, head, current) };
  const values = columns.map(([part, column]) => [column, signed[part] ?? null]);
  await db
    .updateTable(table)
    .set(Object.fromEntries(values))
    .where(where[0], '=', where[1])
    .execute();
}

function sign({ head: { purpose, getContent } }: Chain, head: ChainHead, key: RootKey): string {
  return createHmac('sha256', key.derive(purpose))
    .update(JSON.stringify(getContent(head)))
    .digest('hex');
}
