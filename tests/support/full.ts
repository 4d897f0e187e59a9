/** True if all cases of all sweeps run, as in `npm run test:full`. */
export const everyCase = process.env.TEST_FULL === 'on';

/**
 * Returns the number of repetitions of a test's work: `daily` in `npm test`, and `full` in `npm run test:full`.
 */
export function runs(daily: number, full: number): number {
  return everyCase ? full : daily;
}

/**
 * Returns the cases of a table for this run. In `npm test`, these are the cases that `isDaily` selects. In
 * `npm run test:full`, these are all cases. The other cases are not reported as skipped.
 */
export function sweep<Case>(
  all: readonly Case[],
  isDaily: (one: Case, place: number) => boolean,
): Case[] {
  const chosen = everyCase ? [...all] : all.filter(isDaily);
  if (chosen.length === 0) throw new Error('there is no daily case');
  return chosen;
}
