import { LRUCache } from 'lru-cache';
import type { Row } from 'shared/list/memory';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { ApiResult } from '../host/api-result';
import { getWriteCount } from '../host/writes.server';

/** A summary with the time at which its rows were counted, in milliseconds. */
export interface FoundSummary {
  result: SummaryResult;
  at: number;
  /** A sentence that says which rows were not read. */
  note?: string;
}

type Answer = ApiResult<FoundSummary>;

interface Entry {
  answer: Promise<Answer>;
  at: number;
  writes: number;
  /** The time in milliseconds that the load took. */
  took: number;
}

/** The age in milliseconds up to which a summary of a host is used. */
const FRESH_MS = 60_000;
/** The same in multiples of the time that the load took, so that a long list is not counted all the time. */
const REST = 30;
const MAX_AGE_MS = 10 * 60_000;
const MAX_SUMMARIES = 200;
/** The maximum number of summaries of one list in memory. */
const MAX_OF_ROWS = 20;

const byTime = new LRUCache<string, Entry>({ max: MAX_SUMMARIES });
/** The summaries of the rows of a whole list. They are dropped together with the list. */
const byRows = new WeakMap<readonly Row[], LRUCache<string, Promise<Answer>>>();

/**
 * Returns the cached summary, or loads it. A cached one is used for a minute, or longer if the load took long, unless this
 * process has changed data. Concurrent requests share one load. Without a key, nothing is cached.
 */
export function cacheByTime(
  key: string | undefined,
  load: () => Promise<ApiResult<SummaryResult>>,
): Promise<Answer> {
  if (key === undefined) return stamp(load());
  const known = byTime.get(key);
  if (known && isFresh(known)) return known.answer;
  const entry: Entry = {
    answer: stamp(load()),
    at: Date.now(),
    writes: getWriteCount(),
    took: 0,
  };
  byTime.set(key, entry);
  entry.answer.then(
    ({ ok }) => {
      entry.took = Date.now() - entry.at;
      if (!ok && byTime.get(key) === entry) byTime.delete(key);
    },
    () => byTime.delete(key),
  );
  return entry.answer;
}

/** Returns the cached summary of these rows of a whole list, or loads it. */
export function cacheByRows(
  rows: readonly Row[],
  key: string,
  load: () => Promise<ApiResult<SummaryResult>>,
): Promise<Answer> {
  const own = byRows.get(rows) ?? new LRUCache<string, Promise<Answer>>({ max: MAX_OF_ROWS });
  byRows.set(rows, own);
  const known = own.get(key);
  if (known) return known;
  const answer = stamp(load());
  own.set(key, answer);
  answer.then(
    ({ ok }) => !ok && own.delete(key),
    () => own.delete(key),
  );
  return answer;
}

function isFresh({ at, writes, took }: Entry): boolean {
  const age = Math.abs(Date.now() - at);
  const limit = Math.min(Math.max(FRESH_MS, REST * took), MAX_AGE_MS);
  return writes === getWriteCount() && age < limit;
}

async function stamp(loading: Promise<ApiResult<SummaryResult>>): Promise<Answer> {
  const at = Date.now();
  const answer = await loading;
  return answer.ok ? { ok: true, value: { result: answer.value, at } } : answer;
}
