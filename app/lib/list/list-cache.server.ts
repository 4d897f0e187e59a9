import { LRUCache } from 'lru-cache';
import { type ListQuery, listSearchParams } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { isPlainQuery, toPlainQuery } from 'shared/list/plain-query';
import type { ApiResult } from '../host/api-result';
import type { Condition } from '../host/condition';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isCurrent, type Load, shareLoad } from '../host/share-load.server';
import { getWriteCount } from '../host/writes.server';
import { config } from '../server/config.server';
import { explainTooLong, makeRowTaker, makeTooLongError } from './take-rows.server';

/** A request for the list at `path` on the host. `toRow` converts an item of the host to a row. */
export interface ListRequest {
  path: string;
  query: ListQuery;
  toRow: (item: Row) => Row;
}

/** All rows of a list, from a host that does not support queries. */
export interface WholeList {
  rows: readonly Row[];
  /** False if the host may have left out rows, because the request had a filter or a search. */
  isComplete: boolean;
  /**
   * The filtered and sorted rows for each query. The key is the query as text. Other pages of the same query reuse
   * them.
   */
  ordered: LRUCache<string, readonly Row[]>;
}

export type HostAnswer =
  | { kind: 'whole'; list: WholeList }
  /** The host supports queries, so the rows are one page of the result. */
  | { kind: 'page'; rows: Row[]; total: number };

/** A query as it was sent to the host. */
interface SentQuery {
  /** Undefined if the whole list was requested. */
  query: ListQuery | undefined;
  /** The query as text, by which two queries are compared. */
  search: string;
}

export const wholeListQuery: SentQuery = { query: undefined, search: '' };

interface CachedList {
  list: WholeList;
  /** The query with which the list was requested. The condition is valid only for the same query. */
  sent: SentQuery;
  condition: Condition | undefined;
  /**
   * The number of this process's writes at the time of the request. After another write, the list is out of date.
   */
  writes: number;
  /** The estimated size of the rows in memory, in bytes. */
  bytes: number;
}

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

/** The time in milliseconds after which an unused list is dropped, even if it could still be valid. */
const UNUSED_MS = 15 * 60_000;
/** The maximum number of queries of a whole list whose filtered and sorted rows are cached. */
const MAX_ORDERS = 4;
/** The maximum number of paths for which it is known whether the host supports queries. */
const PATHS_KNOWN = 500;

const lists = {
  cached: new LRUCache<string, CachedList>({
    maxSize: Math.max(1, config.LIST_CACHE_MB * 1024 * 1024),
    ttl: UNUSED_MS,
    ttlAutopurge: true,
  }),
  /** The loads that have not ended. */
  loads: new Map<string, Load<SharedAnswer>>(),
  /**
   * The paths for which the host supports queries. The result of one query cannot be used for another. The value says
   * whether the host also supports the filters that are not plain (shared/list/plain-query.ts), and has derived fields.
   */
  paged: new LRUCache<string, { allFilters: boolean; derivesFields: boolean }>({
    max: PATHS_KNOWN,
  }),
  /** The paths for which the host has recently sent rows without a total. The whole list is requested next. */
  whole: new LRUCache<string, true>({ max: PATHS_KNOWN, ttl: config.LIST_CACHE_SECONDS * 1000 }),
};

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
  const { loads, paged, whole } = lists;
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

/** Returns whether the host is known to apply all filters to the list at `path`, so that it can count matching rows. */
export function appliesAllFilters(path: string): boolean {
  return getApiHost().conforms || lists.paged.get(path)?.allFilters === true;
}

/** Returns whether the host is known to have the derived fields of the list at `path`. */
export function derivesFields(path: string): boolean {
  return getApiHost().conforms || lists.paged.get(path)?.derivesFields === true;
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
  const { paged, whole } = lists;
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
  lists.cached.delete(path);
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
  lists.paged.set(path, { allFilters, derivesFields: derives });
  // The host has sent only a part of the rows. Filtering that part would leave out matching rows.
  if (total !== items.length)
    return { ok: false, error: { kind: 'refused', message: messages.filterNotSupported } };
  return toWholeList(makeWholeList(items, false));
}

/** Returns rows as a list whose queries share their filtered and sorted rows. */
export function makeWholeList(rows: readonly Row[], isComplete: boolean): WholeList {
  return { rows, isComplete, ordered: new LRUCache<string, readonly Row[]>({ max: MAX_ORDERS }) };
}

/** Returns a cached list that no write of this process has made out of date. */
export function findCached(key: string): CachedList | undefined {
  const { cached } = lists;
  const entry = cached.get(key);
  if (entry === undefined || entry.writes === getWriteCount()) return entry;
  // A change of one record may affect the lists of other entities, such as their counts.
  cached.clear();
  return undefined;
}

/** Caches a list under a key, unless a write has made it out of date meanwhile. */
export function cacheList(key: string, entry: CachedList): void {
  const seconds = config.LIST_CACHE_SECONDS;
  const isOff = config.LIST_CACHE_MB === 0 || (!entry.condition && seconds === 0);
  if (isOff || entry.writes !== getWriteCount()) return;
  const orderedSize = MAX_ORDERS * entry.list.rows.length * 8;
  lists.cached.set(key, entry, {
    size: entry.bytes + orderedSize,
    ttl: entry.condition ? UNUSED_MS : seconds * 1000,
  });
}

function toWholeList(list: WholeList): ApiResult<HostAnswer> {
  return { ok: true, value: { kind: 'whole', list } };
}
