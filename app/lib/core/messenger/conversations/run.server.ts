import pLimit from 'p-limit';
import type { Row } from 'shared/list/memory';
import { type Counting, countPhone } from './count-phone.server';

/** The maximum number of concurrent queries, and of concurrent phones, while a user waits. */
const PARALLEL = 8;
/** The number of consecutive failed phones after which the store counts as unavailable. */
const FAILURES_IN_A_ROW = 8;
/** The text that replaces the counts of a phone whose messages could not be counted. */
export const FAILED = 'Failed';

export interface RunOptions extends Pick<Counting, 'store' | 'paths' | 'signal'> {
  phones: readonly Row[];
  /** The maximum number of concurrent queries, and of concurrent phones. Defaults to that for a waiting user. */
  parallel?: number;
  onProgress: (done: number) => void;
  onFailure: (error: unknown) => void;
}

export interface SummarizedPhones {
  rows: Row[];
  failed: number;
}

/**
 * Returns the phones with their counts. A phone that fails is marked as failed, and the others continue. Throws
 * when the signal is aborted or the store is unavailable, because an incomplete summary would be misleading.
 */
export async function summarizePhones(options: RunOptions): Promise<SummarizedPhones> {
  const { store, paths, signal, phones, parallel = PARALLEL, onProgress, onFailure } = options;
  const down = new AbortController();
  const ended = AbortSignal.any([signal, down.signal]);
  const counting = { store, paths, signal: ended, limit: pLimit(parallel) };
  const slots = pLimit(parallel);
  let done = 0;
  let failed = 0;
  let inARow = 0;
  const count = async (phone: Row): Promise<Row> => {
    ended.throwIfAborted();
    try {
      const counts = await countPhone(counting, phone);
      inARow = 0;
      return { ...phone, ...counts };
    } catch (error) {
      ended.throwIfAborted();
      onFailure(error);
      inARow += 1;
      failed += 1;
      if (inARow === FAILURES_IN_A_ROW) down.abort(new Error('the cloud store is down'));
      ended.throwIfAborted();
      const failure = { conversations: FAILED, sent: FAILED, received: FAILED, unanswered: FAILED };
      return { ...phone, ...failure, waiting_since: null };
    } finally {
      done += 1;
      onProgress(done);
    }
  };
  const rows = await Promise.all(phones.map((phone) => slots(() => count(phone))));
  return { rows, failed };
}
