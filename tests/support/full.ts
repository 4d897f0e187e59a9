/** True if tests run all cases of their sweeps, as in `npm run test:full`. */
export const everyCase = process.env.TEST_FULL === 'on';

/**
 * Returns how often a test repeats its work: `daily` times in `npm test`, and `full` times in `npm run test:full`.
 */
export function runs(daily: number, full: number): number {
  return everyCase ? full : daily;
}

/**
 * Returns the cases of a series for this run: all cases in `npm run test:full`, and otherwise the cases that `isDaily`
 * selects. Vitest does not report the others as skipped.
 */
export function sweep<Case>(
  all: readonly Case[],
  isDaily: (one: Case, index: number) => boolean,
): Case[] {
  const chosen = everyCase ? [...all] : all.filter(isDaily);
  if (chosen.length === 0) throw new Error('there is no daily case');
  return chosen;
}
