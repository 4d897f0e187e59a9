import type { Envelope } from 'shared/envelope';
import type { PlannedChange } from '../history/pending';
import { type Completion, withHistory } from '../history/with-history.server';
import type { ApiHost, ChangeOptions } from './api-host';
import type { ApiResult } from './api-result';
import { isRefusal, withIntents } from './audit-intents.server';
import type { ChangeEntry } from './change-entry';
import { getApiHost } from './host.server';
import type { Item } from './read-envelope';

/** The history of a change that is about to be made. */
export interface ChangeHistory {
  change: PlannedChange;
  /**
   * Returns the parts of the change that are known only from the items of the host's answer, such as the id of an added
   * record.
   */
  complete?: (items: readonly Item[]) => Completion;
}

interface Options {
  /** The idempotency key, the same for each repetition of a posted form. */
  key?: string;
  /**
   * Undefined if the change concerns no record, for example a request for a set-password link, or if the embedded host
   * stores the history itself.
   */
  history: ChangeHistory | undefined;
}

/**
 * Makes a change, and records it in the audit log and in the history of its record. The embedded host writes the audit
 * entries in the transaction of the change. For a remote host, the panel stores the entries as intents before the
 * change, and sends them after the change. Throws a 503 response, and makes no change, if the intents or the history
 * cannot be stored.
 */
export async function makeChange(
  entries: readonly ChangeEntry[],
  make: (host: ApiHost, options: ChangeOptions) => Promise<ApiResult<Envelope>>,
  { key, history }: Options,
): Promise<ApiResult<Envelope>> {
  const host = getApiHost();
  if (history?.change.recordId !== undefined) {
    const { entity, recordId } = history.change;
    await host.imports.moveChanges({ entity, recordId });
  }
  const change = () =>
    host.writesEntries
      ? make(host, { key, entries: entries.filter(({ isDerived }) => !isDerived) })
      : withIntents(entries, () => make(host, { key }), { items: ({ value }) => value.items });
  return withHistory(history?.change, change, {
    isRefused: (result) => !result.ok && isRefusal(result.error),
    complete: (result) => (result.ok && history?.complete?.(result.value.items)) || {},
  });
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
