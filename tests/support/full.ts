/** Whether every case of every sweep runs: under `npm run test:full`. */
export const everyCase = process.env.TEST_FULL === 'on';

/** Returns how often to repeat a test's work: `daily` under `npm test`, `full` under `npm run test:full`. */
export function runs(daily: number, full: number): number {
  return everyCase ? full : daily;
}

/**
 * Returns the cases of a table that this run takes: those that `isDaily` picks under `npm test`, and every
 * one under `npm run test:full`. The others are no tests of this run, and not skipped ones either.
 */
export function sweep<Case>(
  all: readonly Case[],
  isDaily: (one: Case, place: number) => boolean,
): Case[] {
  const chosen = everyCase ? [...all] : all.filter(isDaily);
  if (chosen.length === 0) throw new Error('there is no daily case');
  return chosen;
}
