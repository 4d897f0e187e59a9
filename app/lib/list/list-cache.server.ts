import { LRUCache } from 'lru-cache';
import { type ListQuery, listSearchParams } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { describeSize } from 'shared/size-in-words';
import type { ApiResult } from '../host/api-result';
import type { Condition } from '../host/condition';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { countWrites } from '../host/writes.server';
import { config } from '../server/config.server';
import { TooLongError } from '../server/read-bytes';

/** A request for the host's list at `path`; `declare` makes a row of each item. */
export interface Wanted {
  path: string;
  query: ListQuery;
  declare: (item: Row) => Row;
}

/** All rows of a host that does not know the grammar. */
export interface WholeList {
  rows: readonly Row[];
  /** The rows that match a query, in its order: turning pages neither filters nor sorts again. */
  orders: LRUCache<string, readonly Row[]>;
}

export type HostAnswer =
  | { kind: 'whole'; list: WholeList }
  /** The host knows the grammar: these rows are the answer to the query. */
  | { kind: 'page'; rows: Row[]; total: number };

/** A query, undefined for the whole list, with the text that it is compared by. */
interface Asked {
  query: ListQuery | undefined;
  search: string;
}

const wholeListAsked: Asked = { query: undefined, search: '' };

interface CachedList {
  list: WholeList;
  /** The query that it was asked with: a condition holds for no other. */
  asked: Asked;
  condition: Condition | undefined;
  /** The number of the panel's writes at the time of the request: after a further one, the list is out of date. */
  writes: number;
  /** About what its rows take in memory. */
  bytes: number;
}

/** A load under way. */
interface Load {
  asked: Asked;
  writes: number;
  /** True if no filter narrows the list: a host may apply a filter and still send no total. */
  isPlain: boolean;
  answer: Promise<ApiResult<HostAnswer>>;
}

/** The time after which an unused list is dropped, although the host might say that it is unchanged. */
const UNUSED_MS = 15 * 60_000;
const MAX_ORDERS = 4;
const PATHS_KNOWN = 500;

const lists = {
  cached: new LRUCache<string, CachedList>({
    maxSize: Math.max(1, config.LIST_CACHE_MB * 1024 * 1024),
    ttl: UNUSED_MS,
    ttlAutopurge: true,
  }),
  loads: new Map<string, Load>(),
  /** Paths whose host knows the grammar: the answer to one query is no other's. */
  paged: new LRUCache<string, true>({ max: PATHS_KNOWN }),
  /** Paths whose host has just sent everything, whatever was asked. */
  whole: new LRUCache<string, true>({ max: PATHS_KNOWN, ttl: config.LIST_CACHE_SECONDS * 1000 }),
};

/**
 * Returns the host's list. Concurrent requests share one load. A whole list is cached for as long as the host says
 * that it is unchanged, or for LIST_CACHE_SECONDS, and never beyond a change that the panel makes.
 */
export async function loadHostList(
  wanted: Wanted,
  isWhole = false,
): Promise<ApiResult<HostAnswer>> {
  const { path, query } = wanted;
  const { loads, paged, whole } = lists;
  if (getApiHost().conforms) return loadPage(wanted);
  const own = { query, search: listSearchParams(query).toString() };
  const isOwnPlain = query.filters.length === 0 && query.q === undefined;
  if (paged.has(path)) return load(wanted, own, isOwnPlain);
  const cached = findCached(path);
  if (cached && !cached.condition) return toWholeList(cached.list);

  let shared = loads.get(path);
  // A request after a change must not get what was asked for before it.
  if (shared?.writes !== countWrites()) {
    const asked = cached?.asked ?? (isWhole || whole.has(path) ? wholeListAsked : own);
    const isPlain = asked.search !== own.search || isOwnPlain;
    shared = {
      asked,
      isPlain,
      writes: countWrites(),
      answer: load(wanted, asked, isPlain, cached),
    };
    loads.set(path, shared);
  }
  try {
    const answer = await shared.answer;
    const isShared = shared.isPlain && answer.ok && answer.value.kind === 'whole';
    if (!answer.ok || isShared || shared.asked.search === own.search) return answer;
  } finally {
    if (loads.get(path) === shared) loads.delete(path);
  }
  // It was the answer to somebody else's query.
  return loadHostList(wanted, !paged.has(path));
}

/** Loads a list of a host that answers each query: there is nothing to cache. */
async function loadPage({ path, query, declare }: Wanted): Promise<ApiResult<HostAnswer>> {
  const result = await getApiHost().list(path, query, { take: declare });
  if (!result.ok) return result;
  const { items, total = items.length } = result.value;
  return { ok: true, value: { kind: 'page', rows: items, total } };
}

async function load(
  { path, query, declare }: Wanted,
  asked: Asked,
  isPlain: boolean,
  cached?: CachedList,
): Promise<ApiResult<HostAnswer>> {
  const writes = countWrites();
  const { paged, whole } = lists;
  // Only a host that knows the grammar may send more, for an export.
  const isExport = paged.has(path) && query.size === undefined;
  const maxRows = isExport ? Infinity : config.LIST_MAX_ROWS;
  let count = 0;
  // An empty list takes something too.
  let bytes = 1_024;
  const take = (item: Row) => {
    count += 1;
    if (count > maxRows) throw new TooLongError(`the list exceeds ${maxRows} rows`);
    const row = declare(item);
    bytes += estimateSize(row);
    return row;
  };
  const result = await getApiHost().list(path, asked.query, { take, condition: cached?.condition });
  if (!result.ok)
    return result.error.kind === 'too long' ? makeTooLongError(count > maxRows) : result;
  const loaded = result.value;
  if (cached && !loaded.isChanged) {
    cache(path, cached);
    return toWholeList(cached.list);
  }
  lists.cached.delete(path);
  const { items, total, condition, isStorable } = loaded;
  if (total !== undefined) {
    paged.set(path, true);
    return { ok: true, value: { kind: 'page', rows: items, total } };
  }
  paged.delete(path);
  if (items.length > config.LIST_MAX_ROWS) return makeTooLongError(true);
  if (config.LIST_CACHE_SECONDS > 0) whole.set(path, true);
  const list = {
    rows: items,
    orders: new LRUCache<string, readonly Row[]>({ max: MAX_ORDERS }),
  };
  if (isPlain && isStorable) cache(path, { list, asked, condition, writes, bytes });
  return toWholeList(list);
}

function findCached(path: string): CachedList | undefined {
  const { cached } = lists;
  const entry = cached.get(path);
  if (entry === undefined || entry.writes === countWrites()) return entry;
  // A save of one entity may change the list of another, such as its counts.
  cached.clear();
  return undefined;
}

function cache(path: string, entry: CachedList): void {
  const seconds = config.LIST_CACHE_SECONDS;
  const isOff = config.LIST_CACHE_MB === 0 || (!entry.condition && seconds === 0);
  if (isOff || entry.writes !== countWrites()) return;
  const ordersSize = MAX_ORDERS * entry.list.rows.length * 8;
  lists.cached.set(path, entry, {
    size: entry.bytes + ordersSize,
    ttl: entry.condition ? UNUSED_MS : seconds * 1000,
  });
}

function toWholeList(list: WholeList): ApiResult<HostAnswer> {
  return { ok: true, value: { kind: 'whole', list } };
}

function makeTooLongError(hasTooManyRows: boolean): ApiResult<never> {
  const limit = hasTooManyRows
    ? `${config.LIST_MAX_ROWS.toLocaleString('en')} rows`
    : describeSize(config.API_MAX_BYTES);
  return { ok: false, error: { kind: 'too long', message: messages.listTooLong(limit) } };
}

/** About how many bytes of memory a row takes. */
function estimateSize(row: Row): number {
  let bytes = 32;
  for (const field in row) {
    const value = row[field];
    bytes += 8 + (typeof value === 'string' ? 16 + value.length : 0);
    if (typeof value === 'object' && value !== null) bytes += 2 * JSON.stringify(value).length;
  }
  return bytes;
}
