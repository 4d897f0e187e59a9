import { setImmediate } from 'node:timers/promises';
import type { ChangeRow } from './append-changes';
import { type HistoryAction, historyActions, LINK_FIELD, type RecordName } from './change';
import { type ReadFieldChange, readChangedFields } from './field-values';
import { findIdentity, type HistoryStore, readIdentity, readLastAction } from './identities';

/** A change of the history of a record. */
export interface HistoryChange extends RecordName {
  id: string;
  seq: number;
  /** Milliseconds since the epoch. */
  at: number;
  username: string;
  action: HistoryAction;
  fields: ReadFieldChange[];
  undoes: string | undefined;
  outcome: 'made' | 'unknown';
}

/** The number of changes that are read together. Each may hold two long texts. */
const PAGE = 20;

/** Returns the changes of a record, beginning with the oldest. */
export function readHistory(store: HistoryStore, name: RecordName): Promise<HistoryChange[]> {
  return mapHistory(store, name, (change) => change);
}

/**
 * Returns the results of `map` for the changes of a record, beginning with the oldest. Reads few changes at a time and
 * lets other requests run in between, because a history may be long and its values large. With `beginnings`, the
 * changes have only the beginnings of long values. With `seqs`, reads only the changes with these numbers.
 */
export async function mapHistory<Result>(
  store: HistoryStore,
  name: RecordName,
  map: (change: HistoryChange) => Result,
  { beginnings = false, seqs }: { beginnings?: boolean; seqs?: readonly number[] } = {},
): Promise<Result[]> {
  const identity = await findIdentity(store, name);
  if (!identity) return [];
  const results: Result[] = [];
  for (let last = 0; ; ) {
    const rows = await store.db
      .selectFrom('record_change')
      .selectAll()
      .where('record', '=', identity.id)
      .where('seq', '>', last)
      .$if(seqs !== undefined, (query) => query.where('seq', 'in', seqs ?? []))
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      last = row.seq;
      results.push(map(readChange(row, { ...identity, beginnings })));
      await setImmediate();
    }
    if (rows.length < PAGE) return results;
  }
}

/** Returns the action of the newest change of a record, or undefined if its history is empty. */
export async function findLastAction(
  store: HistoryStore,
  name: RecordName,
): Promise<string | undefined> {
  const identity = await findIdentity(store, name);
  return identity && readLastAction(store, identity);
}

/** Returns a change without its values, except the numbers of linked participants. */
export function dropValues(change: HistoryChange): HistoryChange {
  return {
    ...change,
    fields: change.fields.map((field) =>
      field.field === LINK_FIELD ? field : { ...field, before: null, after: null },
    ),
  };
}

/** Returns the change with this id, or undefined if there is none or if its record cannot be decrypted. */
export async function findChange(
  store: HistoryStore,
  id: string,
): Promise<HistoryChange | undefined> {
  const row = await store.db
    .selectFrom('record_change')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const identity = row && (await readIdentity(store, row.record));
  return row && identity && readChange(row, identity);
}

function readChange(
  row: ChangeRow,
  { recordId, ...how }: { recordId: string; key: Buffer; beginnings?: boolean },
): HistoryChange {
  const { id, seq, at, entity, username, action, undoes, outcome } = row;
  return {
    id,
    seq,
    at,
    entity,
    recordId,
    username,
    action: historyActions.find((known) => known === action) ?? 'Update',
    fields: readChangedFields(id, row.fields, how),
    undoes: undoes ?? undefined,
    outcome,
  };
}
