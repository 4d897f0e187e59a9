/** The maximum accepted difference in milliseconds between the clocks of two panels that share a database. */
const TOLERANCE_MS = 60_000;

/**
 * Returns the latest valid time of a stored record, in milliseconds since the epoch. A later time was written
 * by a wrong clock.
 */
export function getLatestMoment(now = Date.now()): number {
  return now + TOLERANCE_MS;
}
