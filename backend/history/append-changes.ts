import type { Selectable } from 'kysely';
import { appendRows, lockHead } from 'shared/chain/chain';
import { defined } from 'shared/defined';
import type { StudyTables } from '../db/study-tables';
import { historyChain } from './chain';
import type { RecordChange } from './change';
import { writeFields } from './field-values';
import { type HistoryStore, obtainIdentities, obtainIdentity } from './identities';
import type { RecordMark } from './record-mark';
import { type Identity, makeHistoryId } from './sealed-identity';

export type ChangeRow = Selectable<StudyTables['record_change']>;

/** A change that was made at a known time. */
export interface MadeChange extends RecordChange {
  /** Milliseconds since the epoch. */
  at: number;
  requestId?: string;
}

/** A change that is about to be made. The id of a record is not known before it has been added. */
export interface PlannedChange extends Omit<RecordChange, 'recordId'> {
  recordId?: string;
  requestId?: string;
  /** The mark of the record. Undefined for records of the embedded host. */
  mark?: RecordMark;
}

/** Adds a change to the end of the history, in the transaction that makes it. */
export async function appendChange(store: HistoryStore, change: PlannedChange): Promise<void> {
  const head = await lockHead(store, historyChain);
  const identity = await obtainIdentity(store, change);
  const row = buildChangeRow({ ...change, id: makeHistoryId(), at: Date.now() }, identity, 'made');
  await appendRows(store, historyChain, head, [row]);
}

/**
 * Adds changes of records without a mark to the end of the history, in the transaction that makes them. Expects at most
 * 500 changes.
 */
export async function appendChanges(
  store: HistoryStore,
  changes: readonly MadeChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const head = await lockHead(store, historyChain);
  const identities = new Map<string, Map<string, Identity>>();
  for (const entity of new Set(changes.map((change) => change.entity))) {
    const records = changes.filter((change) => change.entity === entity);
    const recordIds = new Set(records.map(({ recordId }) => recordId));
    identities.set(entity, await obtainIdentities(store, entity, recordIds));
  }
  const rows = changes.map((change) => {
    const identity = defined(identities.get(change.entity)?.get(change.recordId));
    return buildChangeRow({ ...change, id: makeHistoryId() }, identity, 'made');
  });
  await appendRows(store, historyChain, head, rows);
}

/** Returns the row of a change, whose identifying values are encrypted with the key of its record. */
export function buildChangeRow(
  {
    id,
    at,
    entity,
    username,
    action,
    requestId,
    fields,
    undoes,
  }: Omit<MadeChange, 'recordId'> & { id: string },
  identity: Identity,
  outcome: ChangeRow['outcome'],
): Omit<ChangeRow, 'seq' | 'digest'> {
  return {
    id,
    at,
    record: identity.id,
    entity,
    username,
    action,
    request_id: requestId ?? null,
    fields: writeFields(entity, id, fields, identity.key),
    undoes: undoes ?? null,
    outcome,
  };
}
