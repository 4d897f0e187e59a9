/** The largest accepted difference between the clocks of two panels on one database. */
const TOLERANCE_MS = 60_000;

/** Returns the latest time that a record stored until now can have. A wrong clock has written any later one. */
export function getLatestMoment(now = Date.now()): number {
  return now + TOLERANCE_MS;
}
