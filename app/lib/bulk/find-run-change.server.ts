import type { RecordName } from 'backend/history/change';
import { findIdentity } from 'backend/history/identities';
import { listPending } from 'backend/history/pending';
import { getHistoryStore } from '../core/history/history-store.server';
import { settleBriefly } from '../core/undo/settle-changes.server';

/** A change that a run of a bulk action has made, or may have made. */
export interface RunChange {
  id: string;
  outcome: 'made' | 'unknown';
}

/**
 * Returns the change that a run of a bulk action has made to a record, from the record's history. Returns 'pending' if
 * it is not known yet whether the host has made the change, and undefined if no change was made.
 */
export async function findRunChange(
  run: string,
  name: RecordName,
): Promise<RunChange | 'pending' | undefined> {
  const found = await findInHistory(run, name);
  if (found) return found;
  await settleBriefly();
  return peekRunChange(run, name);
}

/** Returns the same as `findRunChange`, but does not first compare a pending change with the record. */
export async function peekRunChange(
  run: string,
  name: RecordName,
): Promise<RunChange | 'pending' | undefined> {
  const { changes } = await listPending(await getHistoryStore());
  const isPending = changes.some(
    ({ change }) => change.requestId === run && change.recordId === name.recordId,
  );
  // The change may have been moved to the history between the two reads.
  return (await findInHistory(run, name)) ?? (isPending ? 'pending' : undefined);
}

async function findInHistory(run: string, name: RecordName): Promise<RunChange | undefined> {
  const store = await getHistoryStore();
  const identity = await findIdentity(store, name);
  if (!identity) return undefined;
  return store.db
    .selectFrom('record_change')
    .select(['id', 'outcome'])
    .where('record', '=', identity.id)
    .where('request_id', '=', run)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}
