import type { AlsoStore } from 'backend/audit/change';
import type { Database } from 'backend/db/types';
import { appendChange, type PlannedChange } from 'backend/history/append-changes';
import type { Envelope } from 'shared/envelope';
import { getHistoryStore } from '../history/history-store.server';
import { type Completion, withHistory } from '../history/with-history.server';
import { getRequestId } from '../server/request-scope.server';
import { getStore } from '../server/store.server';
import type { ApiHost, ChangeOptions } from './api-host';
import type { ApiResult } from './api-result';
import { isRefusal, withIntents } from './audit-intents.server';
import type { ChangeEntry } from './change-entry';
import { getApiHost } from './host.server';
import type { Item } from './read-envelope';
import { RecordChanged } from './record-changed';

/** The history of a change that is about to be made. */
export interface ChangeHistory {
  change: PlannedChange;
  /**
   * Returns the parts of the change that are known only from the items of the host's answer, such as the id of an added
   * record.
   */
  complete?: (items: readonly Item[]) => Completion;
}

/** Stores what belongs to a change, given the items of the host's answer. May run more than once. */
export type StoreWithChange = (db: Database, items: readonly Item[]) => Promise<void>;

interface Options {
  /** The idempotency key, the same for each repetition of a posted form. */
  key?: string;
  /**
   * Undefined if the change concerns no record, for example a request for a set-password link, or if the embedded host
   * stores the history itself.
   */
  history: ChangeHistory | undefined;
  /**
   * Stores what else belongs to the change, such as the message for the next page, in the transaction of the change. If
   * a remote host makes the change, or an earlier request has made it, runs afterwards.
   */
  alsoStore?: StoreWithChange;
  /**
   * Returns whether the record, as the host stores it now, is as it was read. Called by a host in the same database, in
   * the transaction of the change. Otherwise, nothing is changed, and makeChange throws RecordChanged.
   */
  isCurrent?: (record: Item) => boolean;
}

/**
 * Makes a change, and records it in the audit log and in the history of its record. The embedded host stores these, and
 * what else belongs to the change, in one transaction. For a remote host, the panel stores the entries as intents and
 * the history as pending before the change, and completes them after it. Throws a 503 response, and makes no change, if
 * the intents or the history cannot be stored.
 */
export async function makeChange(
  entries: readonly ChangeEntry[],
  make: (host: ApiHost, options: ChangeOptions) => Promise<ApiResult<Envelope>>,
  { key, history, alsoStore, isCurrent = () => true }: Options,
): Promise<ApiResult<Envelope>> {
  const host = getApiHost();
  let isStored = false;
  let hasChanged = false;
  const makeHere = async () => {
    const writeHistory = history && (await buildHistoryWriter(history));
    const storeAll: AlsoStore = async (transaction, items) => {
      await writeHistory?.(transaction, items);
      await alsoStore?.(transaction, items);
      isStored = true;
    };
    const compare = (record: Item) => {
      hasChanged = !isCurrent(record);
      return !hasChanged;
    };
    const written = entries.filter(({ isDerived }) => !isDerived);
    const stored = { entries: written, alsoStore: storeAll, isCurrent: compare };
    return make(host, { key, stored });
  };
  const makeElsewhere = () =>
    withHistory(
      history?.change,
      () => withIntents(entries, () => make(host, { key }), { items: ({ value }) => value.items }),
      {
        isRefused: (result) => !result.ok && isRefusal(result.error),
        complete: (result) => (result.ok && history?.complete?.(result.value.items)) || {},
      },
    );
  const result = await (host.writesEntries ? makeHere() : makeElsewhere());
  if (!result.ok && hasChanged) throw new RecordChanged();
  if (result.ok && !isStored) await alsoStore?.(await getStore(), result.value.items);
  return result;
}

/** Returns the function that adds a change to the history in its transaction, unless it changes no value. */
async function buildHistoryWriter({ change, complete }: ChangeHistory): Promise<AlsoStore> {
  const { ring } = await getHistoryStore();
  const requestId = getRequestId();
  return async (transaction, items) => {
    const made = { ...change, ...complete?.(items), requestId };
    if (made.action === 'Update' && made.fields.length === 0) return;
    await appendChange({ db: transaction, ring }, made);
  };
}

/** Makes a change outside the API host, and records it in the audit log and in the history of its record. */
export function makeOwnChange<T>(
  entries: readonly ChangeEntry[],
  make: () => Promise<ApiResult<T>>,
  { change }: ChangeHistory,
): Promise<ApiResult<T>> {
  return withHistory(change, () => withIntents(entries, make), {
    isRefused: (result) => !result.ok && isRefusal(result.error),
  });
}
