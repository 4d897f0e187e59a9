import type { Envelope } from 'shared/envelope';
import type { ApiHost, ChangeOptions } from './api-host';
import type { ApiResult } from './api-result';
import { withIntents } from './audit-intents.server';
import type { ChangeEntry } from './change-entry';
import { getApiHost } from './host.server';

/**
 * Makes a change and records it in the audit log. The embedded host writes the audit entries in the transaction
 * of the change. For a remote host, the panel stores intents first and sends the entries after the change.
 * `key` identifies this request. Throws a 503 response when an intent cannot be stored.
 */
export function makeChange(
  entries: readonly ChangeEntry[],
  make: (host: ApiHost, options: ChangeOptions) => Promise<ApiResult<Envelope>>,
  key?: string,
): Promise<ApiResult<Envelope>> {
  const host = getApiHost();
  if (host.writesEntries)
    return make(host, { key, entries: entries.filter(({ isDerived }) => !isDerived) });
  return withIntents(entries, () => make(host, { key }), { items: ({ value }) => value.items });
}
