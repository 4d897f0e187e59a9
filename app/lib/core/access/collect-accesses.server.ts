import { setImmediate } from 'node:timers/promises';
import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { metrics } from '../server/metrics.server';
import type { Access } from './store-accesses.server';
import { storeBatch, type Unstored } from './store-batch.server';

/** The time in milliseconds for which accesses are collected before they are stored together. */
const COLLECT_MS = 500;
/** The wait in milliseconds after a failure to store accesses. */
const RETRY_MS = 2_000;
/**
 * The number of collected records from which accesses are stored immediately, and an export waits until they are
 * stored. Also the maximum number of records in one transaction, unless a single access has more.
 */
const MANY_RECORDS = 5_000;
/** The maximum number of collected records while they cannot be stored. Then the oldest accesses are dropped. */
const MAX_COLLECTED = 100_000;

let collected: Access[] = [];
let records = 0;
let timer: NodeJS.Timeout | undefined;
let storing: Promise<void> | undefined;
/** True after a failure, until accesses could be stored again. */
let isFailing = false;

/**
 * Collects an access. If the collected accesses have MANY_RECORDS records or more, starts to store them, except right
 * after a failure.
 */
export function collect(access: Access): void {
  collected.push(access);
  records += access.records.length;
  if (!hasMany()) startTimer();
  else void storeCollected();
}

/**
 * Waits until the collected accesses are stored if they have MANY_RECORDS records or more. Does not wait right after a
 * failure.
 */
export async function storeMany(): Promise<void> {
  if (hasMany()) await storeCollected();
}

/**
 * Tries once to store all accesses that have been noted so far. Does not wait for accesses that are noted in the
 * meantime. Used before the log is read and when the panel stops.
 */
export async function settleAccesses(): Promise<void> {
  await storing;
  await storeCollected();
}

function hasMany(): boolean {
  return records >= MANY_RECORDS && !isFailing;
}

function startTimer(): void {
  timer ??= setTimeout(() => void storeCollected(), isFailing ? RETRY_MS : COLLECT_MS);
}

/** Stores the collected accesses. If accesses are already being stored, only waits until those are stored. */
function storeCollected(): Promise<void> {
  if (storing) return storing;
  clearTimeout(timer);
  timer = undefined;
  storing = storeInBatches().finally(() => {
    storing = undefined;
    if (collected.length > 0) startTimer();
  });
  return storing;
}

/** Stores the accesses that are collected at the start. Lets other requests run after each batch. */
async function storeInBatches(): Promise<void> {
  for (let count = collected.length; count > 0; ) {
    const batch = takeBatch(count);
    count -= batch.length;
    const unstored = await storeBatch(batch);
    isFailing = unstored !== undefined;
    if (unstored) return putBack(unstored);
    await setImmediate();
  }
}

/**
 * Removes the oldest collected accesses and returns them: at most `count`, with at most MANY_RECORDS records in total.
 * A single access may have more.
 */
function takeBatch(count: number): Access[] {
  let taken = 0;
  let size = 0;
  for (const access of collected.slice(0, count)) {
    size += access.records.length;
    if (taken > 0 && size > MANY_RECORDS) break;
    taken += 1;
  }
  const batch = collected.slice(0, taken);
  collected = collected.slice(taken);
  records -= countRecords(batch);
  return batch;
}

function countRecords(accesses: readonly Access[]): number {
  return accesses.reduce((sum, access) => sum + access.records.length, 0);
}

/**
 * Puts back accesses that could not be stored, so that the next attempt stores them. Drops the oldest accesses while
 * all together have more than MAX_COLLECTED records.
 */
function putBack({ rest, error }: Unstored): void {
  metrics.accessFailures.inc();
  const all = [...rest, ...collected];
  records = countRecords(all);
  let lost = 0;
  for (; records > MAX_COLLECTED; lost += 1) records -= all[lost]?.records.length ?? 0;
  collected = all.slice(lost);
  log.error({ error: toErrorText(error), lost }, 'accesses could not be stored yet');
}
