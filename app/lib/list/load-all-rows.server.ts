import { LRUCache } from 'lru-cache';
import { allRows } from 'shared/list/grammar';
import { TooLongError } from 'shared/read-bytes';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { getWriteCount } from '../host/writes.server';
import { config } from '../server/config.server';
import { type ListRequest, makeWholeList, type WholeList } from './list-cache.server';

/** The maximum number of lists that are kept: the two lists of a derived field, and another one. */
const MAX_LISTS = 3;

interface Loaded {
  /** The number of this process's writes at the time of the request. After another write, the list is out of date. */
  writes: number;
  answer: Promise<ApiResult<WholeList>>;
}

const loaded = new LRUCache<string, Loaded>({
  max: MAX_LISTS,
  // A ttl of 0 would mean that lists never expire.
  ttl: Math.max(1, config.LIST_CACHE_SECONDS * 1000),
  ttlAutopurge: true,
});

/**
 * Returns all rows of a list, from a host that pages its lists. Concurrent requests share one load, and the rows are
 * cached for LIST_CACHE_SECONDS. Fails with the kind `too long` if the list has more than LIST_MAX_ROWS rows.
 */
export async function loadAllRows(
  path: string,
  toRow: ListRequest['toRow'],
): Promise<ApiResult<WholeList>> {
  const known = loaded.get(path);
  if (known?.writes === getWriteCount()) return known.answer;
  const load = { writes: getWriteCount(), answer: askHost(path, toRow) };
  loaded.set(path, load);
  const answer = await load.answer;
  // The next request tries again.
  if (!answer.ok && loaded.peek(path) === load) loaded.delete(path);
  return answer;
}

async function askHost(path: string, toRow: ListRequest['toRow']): Promise<ApiResult<WholeList>> {
  const limit = config.LIST_MAX_ROWS;
  let count = 0;
  const take = (item: Parameters<typeof toRow>[0]) => {
    count += 1;
    if (count > limit) throw new TooLongError(`the list exceeds ${limit} rows`);
    return toRow(item);
  };
  const result = await getApiHost().list(path, allRows, { take });
  if (!result.ok) return result;
  const { items, total = items.length } = result.value;
  // The host has sent only a part of the rows, so the fields of none of them are known.
  if (total !== items.length)
    return { ok: false, error: { kind: 'refused', message: messages.listIncomplete } };
  return { ok: true, value: makeWholeList(items, true) };
}
