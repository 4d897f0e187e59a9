import pLimit from 'p-limit';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { type Counting, countPhone } from './count-phone.server';

/** Queries, and phones, under way at once. */
const PARALLEL = 8;
/** So many phones that fail one after the other mean that the store is down. */
const FAILURES_IN_A_ROW = 8;
/** The text for a phone whose messages could not be counted. */
export const FAILED = 'Failed';

export interface RunOptions extends Pick<Counting, 'store' | 'paths' | 'signal'> {
  phones: readonly Row[];
  onProgress: (done: number) => void;
  onFailure: (error: unknown) => void;
}

export interface SummaryResult {
  rows: Row[];
  failed: number;
}

/**
 * The phones with their counts. A phone that fails is shown as failed and does not stop the rest.
 * Rejects when the work is cancelled, and when the store is down: what was counted until then is no
 * summary of the study.
 */
export async function summarize(options: RunOptions): Promise<SummaryResult> {
  const { store, paths, signal, phones, onProgress, onFailure } = options;
  const down = new AbortController();
  const ended = AbortSignal.any([signal, down.signal]);
  const counting = { store, paths, signal: ended, limit: pLimit(PARALLEL) };
  const slots = pLimit(PARALLEL);
  let done = 0;
  let failed = 0;
  let inARow = 0;
  const count = async (phone: Row): Promise<Row> => {
    ended.throwIfAborted();
    try {
      const counts = await countPhone(counting, toText(phone.phone_number));
      inARow = 0;
      return { ...phone, ...counts };
    } catch (error) {
      ended.throwIfAborted();
      onFailure(error);
      inARow += 1;
      failed += 1;
      if (inARow === FAILURES_IN_A_ROW) down.abort(new Error('the cloud store is down'));
      ended.throwIfAborted();
      return { ...phone, conversations: FAILED, sent: FAILED, received: FAILED };
    } finally {
      done += 1;
      onProgress(done);
    }
  };
  const rows = await Promise.all(phones.map((phone) => slots(() => count(phone))));
  return { rows, failed };
}
