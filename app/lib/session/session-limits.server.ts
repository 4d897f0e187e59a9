import { config } from '../server/config.server';
import { getLatestMoment } from '../server/present';

/** The time after which an unused session ends. */
export const idleMs = config.SESSION_IDLE_MINUTES * 60_000;
/** The time after which every session ends. */
export const lifetimeMs = config.SESSION_MAX_HOURS * 3_600_000;

/** Returns whether a session has not reached a limit. */
export function isLive(session: { seen_at: number; created_at: number }): boolean {
  const now = Date.now();
  const [seen, created] = [Number(session.seen_at), Number(session.created_at)];
  const isPast = seen <= getLatestMoment(now) && created <= getLatestMoment(now);
  return isPast && seen >= now - idleMs && created >= now - lifetimeMs;
}
