import { config } from '../server/config.server';
import { getLatestMoment } from '../server/present';

/** The time in milliseconds after which an unused session ends. */
export const idleMs = config.SESSION_IDLE_MINUTES * 60_000;
/** The time in milliseconds after which every session ends. */
export const lifetimeMs = config.SESSION_MAX_HOURS * 3_600_000;

/**
 * The time in milliseconds for which the panel knows whose session has expired or was ended, so that the user of a form
 * that is posted too late can be identified (save-posted-form.server.ts).
 */
export const KEEP_EXPIRED_MS = 24 * 3_600_000;

/**
 * Returns true if a session has not reached a limit. A session with a time in the future, written by a wrong
 * clock, is not live.
 */
export function isLive(session: { seen_at: number; created_at: number }): boolean {
  const now = Date.now();
  const [seen, created] = [Number(session.seen_at), Number(session.created_at)];
  const isPast = seen <= getLatestMoment(now) && created <= getLatestMoment(now);
  return isPast && seen >= now - idleMs && created >= now - lifetimeMs;
}
