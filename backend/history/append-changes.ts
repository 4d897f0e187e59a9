import type { Selectable } from 'kysely';
import { appendRows, lockHead } from 'shared/chain/chain';
import type { StudyTables } from '../db/study-tables';
import { historyChain, withLockedHead } from './chain';
import type { RecordChange } from './change';
import { writeFields } from './field-values';
import { type HistoryStore, obtainIdentities, obtainIdentity } from './identities';
import type { RecordMark } from './record-mark';
import { type Identity, makeHistoryId } from './sealed-identity';

export type ChangeRow = Selectable<StudyTables['record_change']>;

/** A change that was not made with a form of the panel, and is added to the history afterwards. */
export interface AppendedChange extends RecordChange {
  /** The id of the change, which prevents the change from being added twice. */
  id: string;
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

/** Adds changes to the end of the history, except those that it already has. Expects at most 500 changes. */
export async function appendChanges(
  { db, ring }: HistoryStore,
  changes: readonly AppendedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await withLockedHead({ db, ring }, async (store, head) => {
    const ids = changes.map(({ id }) => id);
    const known = await store.db
      .selectFrom('record_change')
      .select('id')
      .where('id', 'in', ids)
      .execute();
    const present = new Set(known.map(({ id }) => id));
    const added = changes.filter(({ id }) => !present.has(id));
    const identities = new Map<string, Map<string, Identity>>();
    for (const entity of new Set(added.map((change) => change.entity))) {
      const records = added.filter((change) => change.entity === entity);
      const recordIds = new Set(records.map(({ recordId }) => recordId));
      identities.set(entity, await obtainIdentities(store, entity, recordIds));
    }
    const rows = added.flatMap((change) => {
      const identity = identities.get(change.entity)?.get(change.recordId);
      return identity ? [buildChangeRow(change, identity, 'made')] : [];
    });
    await appendRows(store, historyChain, head, rows);
  });
}

/** Returns the row of a change, whose identifying values are encrypted with the key of its record. */
export function buildChangeRow(
  { id, at, entity, username, action, requestId, fields, undoes }: Omit<AppendedChange, 'recordId'>,
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
