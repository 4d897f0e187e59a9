import { checkHistoryHead, computeRowDigest } from './chain';
import { checkIdentity, type HistoryStore, hasLostKey } from './identities';

/** The result of verifying the history of records. */
export interface HistoryReport {
  changes: number;
  /** The number of records whose identity was deleted. */
  deleted: number;
  /** The number of records that cannot be read, because the panel key for them is not available. */
  lost: number;
  errors: string[];
}

const PAGE = 1_000;
const MAX_ERRORS = 20;

/**
 * Verifies that no row of the history was changed, removed or inserted, that its head is signed, and that the
 * identities of its records can be decrypted.
 */
export async function verifyHistory(store: HistoryStore): Promise<HistoryReport> {
  const errors: string[] = [];
  const { changes, digest, records } = await verifyRows(store, errors);
  await verifyHead(store, changes, digest, errors);
  const identities = await verifyIdentities(store, records, errors);
  return { changes, ...identities, errors: errors.slice(0, MAX_ERRORS) };
}

/** Verifies the digest of each row. Returns the last sequence number, its digest, and the records. */
async function verifyRows({ db }: HistoryStore, errors: string[]) {
  let last = 0;
  let digest = '';
  const records = new Set<string>();
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('record_change')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return { changes: last, digest, records };
    for (const row of rows) {
      after = row.seq;
      records.add(row.record);
      if (row.seq !== last + 1) errors.push(`Changes before ${row.seq} were removed or inserted.`);
      else if (computeRowDigest(row, digest) !== row.digest)
        errors.push(`Change ${row.seq} was altered or inserted, or one before it was removed.`);
      last = row.seq;
      digest = row.digest;
    }
  }
}

async function verifyHead(
  { db, ring }: HistoryStore,
  last: number,
  digest: string,
  errors: string[],
): Promise<void> {
  const heads = await db.selectFrom('history_head').selectAll().execute();
  const [head] = heads;
  if (!head || heads.length > 1) {
    errors.push('The head of the history was removed or inserted.');
    return;
  }
  if (head.last_seq !== last || head.last_digest !== digest)
    errors.push(
      `The history ends with change ${last}, but its head names change ${head.last_seq}.`,
    );
  if (head.problem !== null)
    errors.push(`The history was continued from a head without a valid signature ${head.problem}.`);
  const verdict = checkHistoryHead(head, ring);
  // The first start of this version signs the head of the empty history.
  if (verdict !== 'signed' && !(verdict === 'unsigned' && last === 0))
    errors.push(`The head of the history does not have a valid signature: ${verdict}.`);
}

/** Verifies the identities of records. Counts the records that have none, and those whose key is not available. */
async function verifyIdentities(
  { db, ring }: HistoryStore,
  records: ReadonlySet<string>,
  errors: string[],
): Promise<{ deleted: number; lost: number }> {
  let present = 0;
  let lost = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('record_identity')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return { deleted: records.size - present, lost };
    for (const row of rows) {
      after = row.id;
      if (records.has(row.id)) present += 1;
      if (hasLostKey(row, ring)) {
        lost += 1;
        continue;
      }
      const error = checkIdentity(row, ring);
      if (error) errors.push(`The identity ${row.id} ${error}.`);
    }
  }
}
