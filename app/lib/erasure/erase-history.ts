import { setImmediate } from 'node:timers/promises';
import { historyChain } from 'backend/history/chain';
import type { RecordName } from 'backend/history/change';
import { readChangedFields } from 'backend/history/field-values';
import {
  findIdentities,
  forgetRecord,
  type HistoryStore,
  readIdentities,
  replaceKey,
} from 'backend/history/identities';
import { listPending } from 'backend/history/pending';
import type { Identity } from 'backend/history/sealed-identity';
import { lockHead } from 'shared/chain/chain';
import { listTexts, mentions } from 'shared/erasure/person';

/** The number of changes that are read together. */
const PART = 200;

/** Returns whether a change that names the person, or is of one of the records, is not in the history yet. */
export async function hasPendingChange(
  store: HistoryStore,
  records: readonly RecordName[],
  named: readonly string[],
): Promise<boolean> {
  const { changes, unreadable } = await listPending(store);
  if (unreadable.length > 0) return true;
  const names = new Set(records.map(writeName));
  return changes.some(({ change }) => {
    const { entity, recordId, fields } = change;
    if (recordId !== undefined && names.has(writeName({ entity, recordId }))) return true;
    return mentions(listTexts(fields).join('\n'), named);
  });
}

/**
 * Finds the identities of other records whose changes contain one of the values, such as the phone of a peer
 * navigator to which the person's phone was linked. `own` are the identities of the person's records. Yields to the event
 * loop.
 */
export async function findNamingIdentities(
  store: HistoryStore,
  own: readonly Identity[],
  named: readonly string[],
): Promise<string[]> {
  const left = new Set(own.map(({ id }) => id));
  const found = new Set<string>();
  for (let last = 0; named.length > 0; ) {
    const rows = await store.db
      .selectFrom('record_change')
      .select(['seq', 'id', 'record', 'fields'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(PART)
      .execute();
    last = rows.at(-1)?.seq ?? last;
    const others = rows.filter(({ record }) => !found.has(record) && !left.has(record));
    const ids = [...new Set(others.map(({ record }) => record))];
    const identities = await readIdentities(store, ids);
    for (const { id, record, fields } of others) {
      const key = identities.get(record)?.key;
      if (mentions(listTexts(readChangedFields(id, fields, { key })).join('\n'), named))
        found.add(record);
    }
    if (rows.length < PART) break;
    await setImmediate();
  }
  return [...found];
}

/**
 * Erases the person from the history, inside a transaction: replaces the keys of their records and deletes the ids of
 * these records. Of the other records, replaces the keys. No row of the chain changes. Throws an error if a
 * change that names the person is not in the history yet.
 */
export async function eraseFromHistory(
  store: HistoryStore,
  {
    records,
    naming,
    named,
  }: { records: readonly RecordName[]; naming: readonly string[]; named: readonly string[] },
): Promise<void> {
  const head = await lockHead(store, historyChain);
  if (await hasPendingChange(store, records, named))
    throw new Error('a change of this person is not in the history yet');
  const own = await findIdentities(store, records);
  for (const identity of own) await forgetRecord(store, identity, head.lastId);
  const ownIds = new Set(own.map(({ id }) => id));
  const others = naming.filter((id) => !ownIds.has(id));
  for (const identity of (await readIdentities(store, others)).values())
    await replaceKey(store, identity, head.lastId);
}

function writeName({ entity, recordId }: RecordName): string {
  return `${entity} ${recordId}`;
}
