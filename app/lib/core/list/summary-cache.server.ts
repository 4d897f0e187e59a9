import { LRUCache } from 'lru-cache';
import type { Row } from 'shared/list/memory';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { ApiResult } from '../host/api-result';
import { isCurrent, type Load, shareLoad } from '../host/share-load.server';

/** A summary with the time at which its rows were counted, in milliseconds. */
export interface FoundSummary {
  result: SummaryResult;
  at: number;
  /** A sentence that says which rows were not read. */
  note?: string;
}

type Answer = ApiResult<FoundSummary>;

/** The age in milliseconds up to which a summary of a host is used. */
const FRESH_MS = 60_000;
/** The same in multiples of the time that the load took, so that a long list is not counted all the time. */
const REST = 30;
const MAX_AGE_MS = 10 * 60_000;
const MAX_SUMMARIES = 200;
/** The maximum number of summaries of one list in memory. */
const MAX_OF_ROWS = 20;

const byTime = new LRUCache<string, Load<Answer>>({ max: MAX_SUMMARIES });
/** The summaries of the rows of a whole list. They are dropped together with the list. */
const byRows = new WeakMap<readonly Row[], LRUCache<string, Load<Answer>>>();

/**
 * Returns the cached summary, or loads it. A cached one is used for a minute, or longer if the load took long, unless
 * this process has changed data. Concurrent requests share one load. Without a key, nothing is cached.
 */
export function cacheByTime(
  key: string | undefined,
  load: () => Promise<ApiResult<SummaryResult>>,
): Promise<Answer> {
  if (key === undefined) return stamp(load());
  return shareLoad(byTime, key, () => stamp(load()), {
    isUsable: isFresh,
    isCached: ({ ok }) => ok,
  });
}

/** Returns the cached summary of these rows of a whole list, or loads it. */
export function cacheByRows(
  rows: readonly Row[],
  key: string,
  load: () => Promise<ApiResult<SummaryResult>>,
): Promise<Answer> {
  const own = byRows.get(rows) ?? new LRUCache<string, Load<Answer>>({ max: MAX_OF_ROWS });
  byRows.set(rows, own);
  return shareLoad(own, key, () => stamp(load()), { isCached: ({ ok }) => ok });
}

function isFresh(load: Load<Answer>): boolean {
  const age = Math.abs(Date.now() - load.at);
  const limit = Math.min(Math.max(FRESH_MS, REST * load.took), MAX_AGE_MS);
  return isCurrent(load) && age < limit;
}

async function stamp(loading: Promise<ApiResult<SummaryResult>>): Promise<Answer> {
  const at = Date.now();
  const answer = await loading;
  return answer.ok ? { ok: true, value: { result: answer.value, at } } : answer;
}
