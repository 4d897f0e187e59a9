import { byName, type SqlRow } from '../db/types';
import type { KeyRing } from '../keys/key-ring';
import {
  type Chain,
  type ChainHead,
  type ChainStore,
  checkHead,
  computeDigest,
  isNewHead,
  readHead,
} from './chain';

/** An entry that a chain must still contain, with its digest from a checkpoint outside the database. */
export interface ExpectedEntry {
  id: number;
  digest: string;
  /** The time at which the checkpoint was written, ISO 8601. */
  time: string;
}

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
 * Verifies that no entries of a chain were changed, removed or inserted, and that its head is signed. Calls `visit` with
 * each entry. Expects a snapshot, because other processes may append entries.
 */
export async function verifyChain(
  db: ChainStore['db'],
  chain: Chain,
  { ring, expected = {}, checkpointsSince, acceptEarlierKeys = false }: VerifyOptions,
  visit?: (row: SqlRow) => void,
): Promise<ChainReport> {
  const { words } = chain;
  const errors = new ErrorList();
  const wanted = new Map<number, ExpectedEntry[]>();
  let longest: ExpectedEntry | undefined;
  for (const one of expected[chain.table] ?? []) {
    wanted.set(one.id, [...(wanted.get(one.id) ?? []), one]);
    if (one.id > (longest?.id ?? 0)) longest = one;
  }
  let last = 0;
  let digest = '';
  let entries = 0;
  for await (const row of readEntries(db, chain)) {
    visit?.(row);
    const id = Number(row[chain.key]);
    const stored = String(row[chain.digest] ?? '');
    entries += 1;
    if (id < 1) {
      errors.add(`${words.entry} ${id} was inserted: numbers begin at 1.`);
      continue;
    }
    if (id > last + 1) errors.add(`${describeSpan(words, last + 1, id - 1)} removed.`);
    else if (computeDigest(chain, id, row, digest) !== stored)
      errors.add(`${words.entry} ${id} was altered or inserted, or one before it was removed.`);
    for (const { digest: other, time } of wanted.get(id) ?? [])
      if (other !== stored)
        errors.add(`${words.entry} ${id} differs from the one in the checkpoint of ${time}.`);
    last = id;
    digest = stored;
  }
  const end = last === 0 ? 'is empty' : `ends with ${words.entry.toLowerCase()} ${last}`;
  if (longest && longest.id > last)
    errors.add(
      `The ${words.chain} ${end}, but the checkpoint of ${longest.time} had ${longest.id} ${words.entries.toLowerCase()}. If a backup was restored, acknowledge that: docs/operations.md says how.`,
    );
  const head = await readHead(db, chain);
  errors.add(...listHeadErrors(chain, head, { last, digest }));
  if (head && ring) errors.add(...listSignatureErrors(chain, head, ring, acceptEarlierKeys));
  if (head?.signedSince && checkpointsSince && head.signedSince > checkpointsSince)
    errors.add(
      `The head claims to be signed since ${head.signedSince}, but there is a checkpoint of ${checkpointsSince}: its signature was removed after that.`,
    );
  return { table: chain.table, entries, digest, errors: errors.list, notes: listNotes(head, ring) };
}

/** Describes rows of the table of heads that are the head of no chain. `chains` are all that have heads in this table. */
export async function listInsertedHeads(
  db: ChainStore['db'],
  chains: readonly [Chain, ...Chain[]],
): Promise<string[]> {
  const { table, where } = chains[0].head;
  const [column] = where;
  const heads = chains.map(({ head }) => head.where[1]);
  const rows = await byName(db)
    .selectFrom(table)
    .select(column)
    .where((eb) => eb.or([eb(column, 'not in', heads), eb(column, 'is', null)]))
    .orderBy(column)
    .limit(MAX_ERRORS)
    .execute();
  return rows.map((row) => `A head was inserted: the row ${row[column]} of ${table}. Delete it.`);
}

/** Collects errors up to a maximum, because one alteration may cause errors in many entries. */
export class ErrorList {
  constructor(readonly list: string[] = []) {}

  add(...errors: string[]): void {
    this.list.push(...errors.slice(0, MAX_ERRORS - this.list.length));
  }
}

/** Yields all entries in the order of their ids, including those with ids below 1. */
async function* readEntries(db: ChainStore['db'], { table, key }: Chain) {
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

function listHeadErrors(
  { words }: Chain,
  head: ChainHead | undefined,
  { last, digest }: { last: number; digest: string },
): string[] {
  if (!head) return ['The head of the chain was removed.'];
  const entry = words.entry.toLowerCase();
  const errors: string[] = [];
  if (head.lastId > last) errors.push(`${describeSpan(words, last + 1, head.lastId)} removed.`);
  else if (head.lastId < last)
    errors.push(`${describeSpan(words, head.lastId + 1, last)} inserted.`);
  else if (head.lastDigest !== digest)
    errors.push(
      `The head of the chain has another digest of ${entry} ${last} than the ${entry} itself.`,
    );
  if (head.problem !== null)
    errors.push(
      `The ${words.chain} was continued from a head without a valid signature ${head.problem}.`,
    );
  return errors;
}

function listSignatureErrors(
  chain: Chain,
  head: ChainHead,
  ring: KeyRing,
  acceptEarlierKeys: boolean,
): string[] {
  const verdict = checkHead(chain, head, ring);
  if (verdict === 'wrong signature')
    return ['The head of the chain was changed: its signature is not valid.'];
  if (verdict === 'unsigned')
    return isNewHead(chain, head)
      ? []
      : [
          'The head of the chain has no signature: start this version of the panel once to sign it.',
        ];
  if (verdict === 'unknown key')
    return [`The head of the chain is signed with the key ${head.key}, which is not available.`];
  if (acceptEarlierKeys || head.key === ring.current.id) return [];
  return [
    `The head of the chain is signed with the earlier key ${head.key}: start the panel once with the current key.`,
  ];
}

function listNotes(head: ChainHead | undefined, ring: KeyRing | undefined): string[] {
  if (!ring)
    return ['The panel key is not available: only the digests were checked, not the signatures.'];
  if (!head?.signedFrom) return [];
  return [
    `Signed since ${head.signedSince}. Only a digest that was written down elsewhere before that time shows whether entries up to ${head.signedFrom} were rewritten.`,
  ];
}

/** Returns the beginning of a sentence, such as "Entry 3 was" or "Entries 3 to 5 were". */
function describeSpan({ entry, entries }: Chain['words'], first: number, last = first): string {
  return first === last ? `${entry} ${first} was` : `${entries} ${first} to ${last} were`;
}
