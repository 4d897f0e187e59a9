import { setTimeout } from 'node:timers/promises';

/** Runs a short transaction, possibly with a pause after it. */
export type Pace = <T>(transaction: () => Promise<T>) => Promise<T>;

const SHORTEST_PAUSE_MILLISECONDS = 5;

/**
 * Pauses after each transaction for as long as it took, but at least 5 milliseconds. SQLite has one writer, and
 * saves by users run during the pauses.
 */
export const runWithPauses: Pace = async (transaction) => {
  const begun = performance.now();
  const result = await transaction();
  await setTimeout(Math.max(performance.now() - begun, SHORTEST_PAUSE_MILLISECONDS));
  return result;
};

/** Runs transactions without pauses, for a process that is the only user of the database. */
export const runWithoutPauses: Pace = (transaction) => transaction();
