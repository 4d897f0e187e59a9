import { allRows, type ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isCurrent, type Load, shareLoad } from '../host/share-load.server';
import { getWriteCount } from '../host/writes.server';
import { config } from '../server/config.server';
import {
  cacheList,
  dropCached,
  findCached,
  makeWholeList,
  type WholeList,
} from './list-cache.server';
import { estimateSize, explainTooLong, makeRowTaker } from './take-rows.server';

/** A request for the list at `path` on the host. `toRow` converts an item of the host to a row. */
interface ListRequest {
  path: string;
  query: ListQuery;
  toRow: (item: Row) => Row;
}

/** A whole list, or a page of it. */
type HostAnswer =
  | { kind: 'whole'; list: WholeList }
  /** The host has applied the query, so the rows are one page of the result. */
  | { kind: 'page'; rows: Row[]; total: number };

/** The answer of a host, or undefined if the host turns out to be of the other kind. */
type KindAnswer = ApiResult<HostAnswer> | undefined;

/** The estimated size in memory of a list without rows, in bytes. */
const EMPTY_BYTES = 1_024;

/** The loads of whole lists that have not ended. */
const loads = new Map<string, Load<KindAnswer>>();

/**
 * Returns a list of the host: the page that a query requests, from a host that answers queries, and all rows from any
 * other host. Asks a host of an unknown kind for one row first. Concurrent requests share one load of a whole list. A
 * whole list is cached for as long as the host confirms that it is unchanged or, without a condition, for
 * LIST_CACHE_SECONDS. After a change by this process, the list is loaded again.
 */
export async function loadHostList(wanted: ListRequest): Promise<ApiResult<HostAnswer>> {
  const [first, second] = getApiHost().answersQueries
    ? [loadPage, loadWhole]
    : [loadWhole, loadPage];
  const unreadable: ApiResult<never> = { ok: false, error: { kind: 'unreadable' } };
  return (await first(wanted)) ?? (await second(wanted)) ?? unreadable;
}

async function loadPage({ path, query, toRow }: ListRequest): Promise<KindAnswer> {
  // The limit of rows does not apply to an export.
  const maxRows = query.size === undefined ? Infinity : config.LIST_MAX_ROWS;
  const taker = makeRowTaker(toRow, maxRows);
  const answer = await getApiHost().list(path, query, { take: taker.take });
  const result = explainTooLong(answer, taker.hasTooMany());
  if (!result.ok) return result;
  if (!result.value.answersQueries) return undefined;
  const { items, total = items.length } = result.value;
  return { ok: true, value: { kind: 'page', rows: items, total } };
}

async function loadWhole({ path, toRow }: ListRequest): Promise<KindAnswer> {
  const cached = findCached(path);
  if (cached && !cached.condition) return toAnswer(cached.list);
  // A request that begins after a change must not share a load that began before the change.
  return shareLoad(loads, path, () => askForAll(path, toRow), { isUsable: isCurrent });
}

async function askForAll(path: string, toRow: ListRequest['toRow']): Promise<KindAnswer> {
  const host = getApiHost();
  const cached = findCached(path);
  const writes = getWriteCount();
  let bytes = EMPTY_BYTES;
  const taker = makeRowTaker((item) => {
    const row = toRow(item);
    bytes += estimateSize(row);
    return row;
  });
  // A host that answers queries could have a very long list.
  const query = host.answersQueries === undefined ? { ...allRows, size: 1 } : undefined;
  const answer = await host.list(path, query, { take: taker.take, condition: cached?.condition });
  const result = explainTooLong(answer, taker.hasTooMany());
  if (!result.ok) return result;
  const { items, total = items.length, condition, isStorable, isChanged } = result.value;
  if (cached && !isChanged) {
    cacheList(path, cached);
    return toAnswer(cached.list);
  }
  dropCached(path);
  if (result.value.answersQueries) return undefined;
  // A host that ignores the query sends more rows, unless it has no more.
  if (query && items.length <= query.size) return askForAll(path, toRow);
  if (total !== items.length)
    return { ok: false, error: { kind: 'refused', message: messages.listIncomplete } };
  const list = makeWholeList(items);
  if (isStorable) cacheList(path, { list, condition, writes, bytes });
  return toAnswer(list);
}

function toAnswer(list: WholeList): ApiResult<HostAnswer> {
  return { ok: true, value: { kind: 'whole', list } };
}
