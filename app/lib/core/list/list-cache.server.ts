import { LRUCache } from 'lru-cache';
import type { Row } from 'shared/list/memory';
import type { RequestCondition } from '../host/condition';
import { getWriteCount } from '../host/writes.server';
import { config } from '../server/config.server';

/** All rows of a list, from a host that does not answer queries. */
export interface WholeList {
  rows: readonly Row[];
  /**
   * The filtered and sorted rows for each query. The key is the query as text. Other pages of the same query reuse
   * them.
   */
  ordered: LRUCache<string, readonly Row[]>;
}

interface CachedList {
  list: WholeList;
  condition: RequestCondition | undefined;
  /**
   * The number of this process's writes at the time of the request. After another write, the list is out of date.
   */
  writes: number;
  /** The estimated size of the rows in memory, in bytes. */
  bytes: number;
}

/** The time in milliseconds after which an unused list is dropped, even if it could still be valid. */
const UNUSED_MS = 15 * 60_000;
/** The maximum number of queries of a whole list whose filtered and sorted rows are cached. */
const MAX_ORDERS = 4;

const cachedLists = new LRUCache<string, CachedList>({
  maxSize: Math.max(1, config.LIST_CACHE_MB * 1024 * 1024),
  ttl: UNUSED_MS,
  ttlAutopurge: true,
});

/** Returns rows as a list whose queries share their filtered and sorted rows. */
export function makeWholeList(rows: readonly Row[]): WholeList {
  return { rows, ordered: new LRUCache<string, readonly Row[]>({ max: MAX_ORDERS }) };
}

/** Returns a cached list that no write of this process has made out of date. */
export function findCached(key: string): CachedList | undefined {
  const entry = cachedLists.get(key);
  if (entry === undefined || entry.writes === getWriteCount()) return entry;
  // A change of one record may affect the lists of other entities, such as their counts.
  cachedLists.clear();
  return undefined;
}

/** Caches a list under a key, unless a write has made it out of date meanwhile. */
export function cacheList(key: string, entry: CachedList): void {
  const seconds = config.LIST_CACHE_SECONDS;
  const isOff = config.LIST_CACHE_MB === 0 || (!entry.condition && seconds === 0);
  if (isOff || entry.writes !== getWriteCount()) return;
  const orderedSize = MAX_ORDERS * entry.list.rows.length * 8;
  cachedLists.set(key, entry, {
    size: entry.bytes + orderedSize,
    ttl: entry.condition ? UNUSED_MS : seconds * 1000,
  });
}

/** Drops the list that is cached under a key. */
export function dropCached(key: string): void {
  cachedLists.delete(key);
}
