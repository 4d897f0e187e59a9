import { ErrorList, type ExpectedEntry, listInsertedHeads, verifyChain } from 'shared/chain/verify';
import { readSnapshot } from 'shared/db/read-snapshot';
import { historyChain } from './chain';
import type { HistoryStore } from './identities';
import { checkIdentity, hasLostKey } from './sealed-identity';

/** The result of verifying the history of records. */
interface HistoryReport {
  changes: number;
  /** The number of records that cannot be read, because the panel key for them is not available. */
  lost: number;
  /** The first errors. */
  errors: string[];
}

const PAGE = 1_000;

/**
 * Verifies that no row of the history was changed, removed or inserted, that the only head is signed, and that each
 * record has an identity which was not altered. Also verifies that the changes in `expected`, which come from checkpoints
 * outside the database, are still there and unchanged.
 */
export async function verifyHistory(
  { db, ring }: HistoryStore,
  expected: readonly ExpectedEntry[] = [],
): Promise<HistoryReport> {
  // The rows and the head are read from one snapshot, because other processes may add changes.
  return readSnapshot(db, async (snapshot) => {
    /** The number of the first change of each record. */
    const records = new Map<string, number>();
    const options = { ring, expected: { [historyChain.table]: expected }, acceptEarlierKeys: true };
    const report = await verifyChain(snapshot, historyChain, options, ({ record, seq }) => {
      if (!records.has(String(record))) records.set(String(record), Number(seq));
    });
    const errors = new ErrorList(report.errors);
    errors.add(...(await listInsertedHeads(snapshot, [historyChain])));
    const lost = await verifyIdentities({ db: snapshot, ring }, records, errors);
    return { changes: report.entries, lost, errors: errors.list };
  });
}

/** Verifies that each record has an identity. Returns the number of identities whose key is not available. */
async function verifyIdentities(
  { db, ring }: HistoryStore,
  records: ReadonlyMap<string, number>,
  errors: ErrorList,
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
      const checked = checkIdentity(row, ring);
      if (!checked.ok) errors.add(`The identity ${row.id} ${checked.error}.`);
    }
  }
  for (const seq of missing.values())
    errors.add(`The identity of the record of change ${seq} was removed.`);
  return lost;
}
