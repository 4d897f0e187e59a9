import { LRUCache } from 'lru-cache';
import { type ListQuery, listSearchParams } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { isPlainQuery, toPlainQuery } from 'shared/list/plain-query';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isCurrent, type Load, shareLoad } from '../host/share-load.server';
import { getWriteCount } from '../host/writes.server';
import { config } from '../server/config.server';
import { PATHS_KNOWN, paged } from './list-abilities.server';
import {
  type CachedList,
  cacheList,
  dropCached,
  findCached,
  makeWholeList,
  type SentQuery,
  type WholeList,
  wholeListQuery,
} from './list-cache.server';
import { explainTooLong, makeRowTaker, makeTooLongError } from './take-rows.server';

/** A request for the list at `path` on the host. `toRow` converts an item of the host to a row. */
export interface ListRequest {
  path: string;
  query: ListQuery;
  toRow: (item: Row) => Row;
}

/** A whole list, or a page of it. */
export type HostAnswer =
  | { kind: 'whole'; list: WholeList }
  /** The host supports queries, so the rows are one page of the result. */
  | { kind: 'page'; rows: Row[]; total: number };

/** The answer of a load, with the query that was sent. */
interface SharedAnswer {
  sent: SentQuery;
  /**
   * True if the request had no filter and no search. A host may apply a filter and send no total, so the result of a
   * filtered request may be incomplete.
   */
  isUnfiltered: boolean;
  answer: ApiResult<HostAnswer>;
}
/** The loads that have not ended. */
const loads = new Map<string, Load<SharedAnswer>>();
/** The paths for which the host has recently sent rows without a total. The whole list is requested next. */
const whole = new LRUCache<string, true>({
  max: PATHS_KNOWN,
  ttl: config.LIST_CACHE_SECONDS * 1000,
});

/**
 * Returns a list of the host. Concurrent requests share one load. A whole list is cached for as long as the host
 * confirms that it is unchanged or, without a condition, for LIST_CACHE_SECONDS. After a change by this process, the
 * list is loaded again. With `requestWhole`, requests the whole list from a host that is not known to support queries.
 */
export async function loadHostList(
  wanted: ListRequest,
  requestWhole = false,
): Promise<ApiResult<HostAnswer>> {
  const { path, query } = wanted;
  if (getApiHost().conforms) return loadPage(wanted);
  const own = { query, search: listSearchParams(query).toString() };
  const isOwnUnfiltered = query.filters.length === 0 && query.q === undefined;
  const known = paged.get(path);
  if (known && !known.allFilters && !isPlainQuery(query)) return loadMatching(wanted);
  if (known) return load(wanted, own, isOwnUnfiltered);
  const cached = findCached(path);
  if (cached && !cached.condition) return toWholeList(cached.list);

  const start = async (): Promise<SharedAnswer> => {
    const sent = cached?.sent ?? (requestWhole || whole.has(path) ? wholeListQuery : own);
    const isUnfiltered = sent.search !== own.search || isOwnUnfiltered;
    return { sent, isUnfiltered, answer: await load(wanted, sent, isUnfiltered, cached) };
  };
  // A request that begins after a change must not share a load that began before the change.
  const shared = await shareLoad(loads, path, start, { isUsable: isCurrent });
  const { sent, isUnfiltered, answer } = shared;
  const isForAll = isUnfiltered && answer.ok && answer.value.kind === 'whole';
  if (!answer.ok || isForAll || sent.search === own.search) return answer;
  // The shared load had another query, so this query is loaded separately.
  return loadHostList(wanted, !paged.has(path));
}

/** Loads one page from a host that supports queries, and does not cache it. */
async function loadPage({ path, query, toRow }: ListRequest): Promise<ApiResult<HostAnswer>> {
  const result = await getApiHost().list(path, query, { take: toRow });
  if (!result.ok) return result;
  const { items, total = items.length } = result.value;
  return { ok: true, value: { kind: 'page', rows: items, total } };
}

async function load(
  { path, query, toRow }: ListRequest,
  sent: SentQuery,
  isUnfiltered: boolean,
  cached?: CachedList,
): Promise<ApiResult<HostAnswer>> {
  const writes = getWriteCount();
  // The limit of rows does not apply to an export from a host that supports queries.
  const isExport = paged.has(path) && query.size === undefined;
  const maxRows = isExport ? Infinity : config.LIST_MAX_ROWS;
  const taker = makeRowTaker(toRow, maxRows);
  const { condition: known } = cached ?? {};
  const answer = await getApiHost().list(path, sent.query, { take: taker.take, condition: known });
  const result = explainTooLong(answer, taker.hasTooMany());
  if (!result.ok) return result;
  const loaded = result.value;
  if (cached && !loaded.isChanged) {
    cacheList(path, cached);
    return toWholeList(cached.list);
  }
  dropCached(path);
  const { items, total, condition, isStorable } = loaded;
  if (total !== undefined) {
    const { allFilters, derivesFields: derives } = loaded;
    paged.set(path, { allFilters, derivesFields: derives });
    if (sent.query && !allFilters && !isPlainQuery(sent.query))
      return loadMatching({ path, query: sent.query, toRow });
    return { ok: true, value: { kind: 'page', rows: items, total } };
  }
  paged.delete(path);
  if (items.length > config.LIST_MAX_ROWS) return makeTooLongError(true);
  if (config.LIST_CACHE_SECONDS > 0) whole.set(path, true);
  const list = makeWholeList(items, isUnfiltered);
  const bytes = taker.estimateBytes();
  if (isUnfiltered && isStorable) cacheList(path, { list, sent, condition, writes, bytes });
  return toWholeList(list);
}

/**
 * Loads all rows that match the plain filters of a query, from a host that supports only those. The panel applies the
 * other filters, the order and the page itself.
 */
async function loadMatching({ path, query, toRow }: ListRequest): Promise<ApiResult<HostAnswer>> {
  const taker = makeRowTaker(toRow);
  const result = explainTooLong(
    await getApiHost().list(path, toPlainQuery(query), { take: taker.take }),
    taker.hasTooMany(),
  );
  if (!result.ok) return result;
  const { items, total = items.length, allFilters, derivesFields: derives } = result.value;
  paged.set(path, { allFilters, derivesFields: derives });
  // The host has sent only a part of the rows. Filtering that part would leave out matching rows.
  if (total !== items.length)
    return { ok: false, error: { kind: 'refused', message: messages.filterNotSupported } };
  return toWholeList(makeWholeList(items, false));
}

function toWholeList(list: WholeList): ApiResult<HostAnswer> {
  return { ok: true, value: { kind: 'whole', list } };
}
