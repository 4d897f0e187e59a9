/** True if every case of every sweep runs, under `npm run test:full`. */
export const everyCase = process.env.TEST_FULL === 'on';

/** Returns how often to repeat a test's work: `daily` under `npm test`, `full` under `npm run test:full`. */
export function runs(daily: number, full: number): number {
  return everyCase ? full : daily;
}

/**
 * Returns the cases of a table for this run: those that `isDaily` selects under `npm test`, and all under `npm
 * run test:full`. The others are not reported as skipped.
 */
export function sweep<Case>(
  all: readonly Case[],
  isDaily: (one: Case, place: number) => boolean,
): Case[] {
  const chosen = everyCase ? [...all] : all.filter(isDaily);
  if (chosen.length === 0) throw new Error('there is no daily case');
  return chosen;
}
