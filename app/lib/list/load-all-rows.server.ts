import { allRows as allRowsQuery } from 'shared/list/grammar';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isCurrent, type Load, shareLoad } from '../host/share-load.server';
import { getWriteCount } from '../host/writes.server';
import {
  cacheList,
  findCached,
  makeWholeList,
  type WholeList,
  wholeListQuery,
} from './list-cache.server';
import type { ListRequest } from './load-host-list.server';
import { explainTooLong, makeRowTaker } from './take-rows.server';

/** The loads that have not ended. */
const loads = new Map<string, Load<ApiResult<WholeList>>>();

/**
 * Returns all rows of a list, from a host that pages its lists. Concurrent requests share one load, and the list is
 * cached for LIST_CACHE_SECONDS. Fails with the kind `too long` above LIST_MAX_ROWS rows or API_MAX_BYTES, and with
 * `refused` if the host sends only some of the rows.
 */
export async function loadAllRows(
  path: string,
  toRow: ListRequest['toRow'],
): Promise<ApiResult<WholeList>> {
  // Not the path itself: a request for a page deletes the list that is cached under its path.
  const key = `all rows of ${path}`;
  const cached = findCached(key);
  if (cached) return { ok: true, value: cached.list };
  return shareLoad(loads, key, () => askHost(key, path, toRow), { isUsable: isCurrent });
}

async function askHost(
  key: string,
  path: string,
  toRow: ListRequest['toRow'],
): Promise<ApiResult<WholeList>> {
  const writes = getWriteCount();
  const taker = makeRowTaker(toRow);
  const { take } = taker;
  const result = explainTooLong(
    await getApiHost().list(path, allRowsQuery, { take }),
    taker.hasTooMany(),
  );
  if (!result.ok) return result;
  const { items, total = items.length, isStorable } = result.value;
  // The host has sent only some of the rows. Derived fields need all of them.
  if (total !== items.length)
    return { ok: false, error: { kind: 'refused', message: messages.listIncomplete } };
  const list = makeWholeList(items, true);
  const bytes = taker.estimateBytes();
  if (isStorable)
    cacheList(key, { list, sent: wholeListQuery, condition: undefined, writes, bytes });
  return { ok: true, value: list };
}
