import type { AlsoStore } from 'backend/audit/change';
import type { Database } from 'backend/db/types';
import { appendChange, type PlannedChange } from 'backend/history/append-changes';
import type { Envelope } from 'shared/envelope';
import { getHistoryStore } from '../history/history-store.server';
import { getLockOwner } from '../server/owner.server';
import { getRequestId } from '../server/request-scope.server';
import { getStore } from '../server/store.server';
import { mustStore, requireWritable } from '../server/unwritable.server';
import type { ApiHost, ChangeOptions } from './api-host';
import type { ApiResult } from './api-result';
import { withIntents } from './audit-intents.server';
import { sendInBackground } from './audit-outbox.server';
import { buildIntent, claimNow, insertIntents, requireRoom } from './audit-queue.server';
import type { AuditEntry, ChangeEntry, ChangeHistory, StoreWithChange } from './change-entry';
import { getApiHost } from './host.server';
import type { Item } from './read-envelope';
import { RecordChanged } from './record-changed';

interface Options {
  /** The idempotency key, the same for each repetition of a posted form. */
  key?: string;
  /**
   * Undefined if the change concerns no record, for example a request for a set-password link, or if the embedded host
   * stores the history itself.
   */
  history: ChangeHistory | undefined;
  /**
   * Stores what else belongs to the change, such as the message for the next page, in the transaction of the change or,
   * if a remote host makes it, of its outcome. If an earlier request has made the change, runs afterwards.
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
 * what else belongs to the change, in one transaction. For a remote host, the panel stores intents before the change,
 * and its outcome after it (withIntents). Throws a 503 response, and makes no change, if nothing can be stored.
 */
export async function makeChange(
  entries: readonly ChangeEntry[],
  make: (host: ApiHost, options: ChangeOptions) => Promise<ApiResult<Envelope>>,
  { key, history, alsoStore, isCurrent = () => true }: Options,
): Promise<ApiResult<Envelope>> {
  const host = getApiHost();
  if (!host.writesEntries)
    return withIntents<ApiResult<Envelope>>(
      { entries, history, alsoStore, items: ({ value }) => value.items },
      () => make(host, { key }),
    );
  let isStored = false;
  let hasChanged = false;
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
  const result = await make(host, { key, stored });
  if (!result.ok && hasChanged) throw new RecordChanged();
  if (!result.ok && result.error.kind === 'unreachable') await requireWritable();
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

/**
 * Makes a change of what the panel itself stores about a record of a remote host, in one transaction with the history of
 * the record and the audit entry, and sends the entry in the background. Throws a 503 response, and makes no change, if
 * it cannot be stored or too many entries wait.
 */
export async function makeOwnChange(
  entry: AuditEntry,
  change: PlannedChange,
  make: (transaction: Database) => Promise<void>,
): Promise<void> {
  const owner = await (await getLockOwner()).name();
  const due = claimNow(buildIntent(entry, entry.description, owner));
  const writeHistory = await buildHistoryWriter({ change });
  await mustStore(async () => {
    await requireRoom();
    await (await getStore()).transaction().execute(async (transaction) => {
      // Locks the head of the history before other rows, like all changes, to prevent deadlocks.
      await writeHistory(transaction, []);
      await make(transaction);
      await insertIntents([due], transaction);
    });
  }, 'any');
  sendInBackground([due]);
}
