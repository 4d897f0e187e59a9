import { config } from '../config.server';
import { withIntents } from './audit-intents.server';
import type { ChangeEntry } from './change-entry';
import { apiPost, type FormFields } from './client.server';
import type { ApiResult, Envelope } from './envelope';

/**
 * Posts a change with its audit entries. The embedded host writes them in the transaction of the change; for a
 * remote host the panel stores intents first and sends the entries afterwards. `key` is the idempotency key, as
 * in apiPost. Throws a 503 response when an intent cannot be stored.
 */
export function postChange(
  path: string,
  fields: FormFields,
  entries: readonly ChangeEntry[],
  key?: string,
): Promise<ApiResult<Envelope>> {
  if (!config.API_HOST_URL) {
    const given = entries.filter(({ isDerived }) => !isDerived);
    return apiPost(path, fields, { key, entries: given });
  }
  return withIntents(entries, () => apiPost(path, fields, { key }), {
    items: ({ value }) => value.items,
  });
}
