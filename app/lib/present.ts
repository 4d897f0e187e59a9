/** How far the clocks of two panels on one database may differ. */
const TOLERANCE_MS = 60_000;

/** Returns the latest moment that can have been stored by now; a later one was written by a wrong clock. */
export function latestMoment(now = Date.now()): number {
  return now + TOLERANCE_MS;
}
