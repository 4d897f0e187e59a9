import type { StoredChange } from 'backend/import/stored-changes';
import { SHORT_TEXT } from 'shared/entities/fields';
import { z } from 'zod';
import type { ApiHost } from './api-host';
import type { ApiResult } from './api-result';
import { findWireName, isStoredRow } from './imported-change';
import type { SentImport } from './sent-imports.server';

/** The maximum number of characters of the values of one change. Even as JSON, an import file of 10 MB has fewer. */
const MAX_VALUES = 64_000_000;
/** The maximum number of changes on a page, which is also the largest batch that `moveChanges` moves. */
const MAX_PAGE = 200;

const values = z.string().max(MAX_VALUES).refine(isStoredRow);
const changeSchema = z.object({
  n: z.number().int().positive(),
  change_id: z.string().regex(/^[\w-]{22}$/),
  record_id: z.string().min(1).max(SHORT_TEXT),
  before_change: values.nullable(),
  after_change: values,
});

/** Thrown when the changes of an import could not be requested. The message contains no text of the host's answer. */
export class CollectError extends Error {}

/** Returns the value of a successful call. Throws CollectError otherwise. */
export function expectOk<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new CollectError(`the API host's answer was ${result.error.kind}`);
  return result.value;
}

/**
 * Requests the next changes of an import, and adds the import's user, time and request as this panel has stored them.
 * With `record`, requests only the changes of that record. Throws CollectError if the answer is not as
 * docs/api-hosts.md describes it.
 */
export async function listCollected(
  { get }: Pick<ApiHost, 'get'>,
  sent: SentImport,
  { after = 0, record }: { after?: number; record?: string },
): Promise<StoredChange[]> {
  const query = new URLSearchParams({ after: String(after), limit: String(MAX_PAGE) });
  if (record !== undefined) query.set('record', record);
  const { items } = expectOk(await get(`import/changes/${sent.job_id}?${query}`));
  const { job_id, entity, username, at, request_id } = sent;
  const origin = { entity: findWireName(entity) ?? '', username, at, request_id, job_id };
  const changes = items.slice(0, MAX_PAGE + 1).map((item) => changeSchema.safeParse(item).data);
  let last = after;
  return changes.map((change, index) => {
    // The numbers must rise. Otherwise, a host that ignores `after` would be asked without end.
    if (!change || change.n <= last || index >= MAX_PAGE)
      throw new CollectError('the API host sent unreadable changes');
    last = change.n;
    return { ...change, ...origin };
  });
}

/** Makes the host delete the changes of an import up to the number `last`, because the history has them. */
export async function removeCollected(
  { change }: Pick<ApiHost, 'change'>,
  { job_id }: SentImport,
  last: number,
): Promise<void> {
  expectOk(await change(`import/moved/${job_id}`, { last: String(last) }, {}));
}
