import { setImmediate } from 'node:timers/promises';
import { listTexts, mentions } from 'shared/erasure/person';
import { lockHead } from '../history/chain';
import type { RecordName } from '../history/change';
import { readFields } from '../history/field-values';
import {
  findIdentity,
  forgetRecord,
  type HistoryStore,
  readIdentity,
  replaceKey,
} from '../history/identities';
import { listPending } from '../history/pending';
import type { Identity } from '../history/sealed-identity';

/** The number of changes that are read together. */
const PART = 200;

/** Thrown when a change that names the person is not in the history yet. */
export class PendingChangeError extends Error {}

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
 * navigator to which the person's phone was linked. Lets other requests run in between.
 */
export async function findNamingIdentities(
  store: HistoryStore,
  records: readonly RecordName[],
  named: readonly string[],
): Promise<string[]> {
  const own = new Set<string>();
  for (const name of records) own.add((await findIdentity(store, name))?.id ?? '');
  const found = new Set<string>();
  const identities = new Map<string, Identity | undefined>();
  for (let last = 0; named.length > 0; ) {
    const rows = await store.db
      .selectFrom('record_change')
      .select(['seq', 'id', 'record', 'fields'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(PART)
      .execute();
    for (const { seq, id, record, fields } of rows) {
      last = seq;
      if (found.has(record) || own.has(record)) continue;
      if (!identities.has(record)) identities.set(record, await readIdentity(store, record));
      const key = identities.get(record)?.key;
      if (mentions(listTexts(readFields(id, fields, { key })).join('\n'), named)) found.add(record);
    }
    if (rows.length < PART) break;
    await setImmediate();
  }
  return [...found];
}

/**
 * Erases the person from the history, inside a transaction: replaces the keys of their records and deletes the ids of
 * these records. Of the other records, replaces the keys. No row of the chain changes. Throws PendingChangeError if a
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
  const head = await lockHead(store);
  if (await hasPendingChange(store, records, named))
    throw new PendingChangeError('a change of this person is not in the history yet');
  const own = new Set<string>();
  for (const name of records) {
    const identity = await findIdentity(store, name);
    if (!identity) continue;
    own.add(identity.id);
    await forgetRecord(store, identity, head.last_seq);
  }
  for (const id of naming) {
    const identity = own.has(id) ? undefined : await readIdentity(store, id);
    if (identity) await replaceKey(store, identity, head.last_seq);
  }
}

function writeName({ entity, recordId }: RecordName): string {
  return `${entity} ${recordId}`;
}
