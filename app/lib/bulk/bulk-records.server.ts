import { setImmediate } from 'node:timers/promises';
import { deleteDigests } from '../core/digests/item-digests.server';
import type { JobRef } from '../core/jobs/job-store.server';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';
import {
  type BulkRecord,
  type Outcome,
  outcomes,
  recordSchema,
  type SelectedRecord,
} from './bulk-action';

/** The number of records that are decrypted before other requests run. */
const PART = 50;

const { seal, unseal } = makeSealer('bulk records');

interface Selection {
  /** The outcomes of the records to read. `null` stands for records without an outcome. */
  outcomes?: readonly (Outcome | null)[];
  limit?: number;
  offset?: number;
}

/** Encrypts a record of a bulk action for the store. */
export function sealRecord({ owner, token }: JobRef, n: number, record: SelectedRecord): string {
  return seal(JSON.stringify(record), [owner, token, String(n)]);
}

/**
 * Returns records of a bulk action in their order. Leaves out records that cannot be decrypted. Lets other requests run
 * in between.
 */
export async function readSelected(
  { owner, token }: JobRef,
  { outcomes: wanted, limit, offset = 0 }: Selection = {},
): Promise<BulkRecord[]> {
  const named = wanted?.filter((outcome) => outcome !== null) ?? [];
  let query = (await getStore())
    .selectFrom('job_part')
    .selectAll()
    .where('token', '=', token)
    .orderBy('n');
  if (wanted)
    query = query.where(({ eb, or }) =>
      or([
        ...(named.length > 0 ? [eb('outcome', 'in', named)] : []),
        ...(wanted.includes(null) ? [eb('outcome', 'is', null)] : []),
      ]),
    );
  if (limit !== undefined) query = query.limit(limit).offset(offset);
  const records: BulkRecord[] = [];
  for (const [at, row] of (await query.execute()).entries()) {
    const { n, content, note } = row;
    const text = unseal(content, [owner, token, String(n)]);
    const record = text && recordSchema.safeParse(JSON.parse(text.toString())).data;
    if (!record) continue;
    const reason = note && unseal(note, [owner, token, String(n), 'note'])?.toString();
    records.push({
      ...record,
      n,
      outcome: outcomes.find((outcome) => outcome === row.outcome),
      note: reason || '',
    });
    if (at % PART === PART - 1) await setImmediate();
  }
  return records;
}

/** Stores the outcome of a record of a bulk action. `null` stands for no outcome. `note` is the reason. */
export async function storeRecordOutcome(
  { owner, token }: JobRef,
  n: number,
  outcome: Outcome | null,
  note = '',
): Promise<void> {
  const db = await getStore();
  // A reason may name other people than those of the records.
  if (note) await deleteDigests(db, 'job', token);
  await db
    .updateTable('job_part')
    .set({ outcome, note: note ? seal(note, [owner, token, String(n), 'note']) : null })
    .where('token', '=', token)
    .where('n', '=', n)
    .execute();
}
