import { config } from '../config.server';
import { latestMoment } from '../present';

/** How long a session lasts without use. */
export const idleMs = config.SESSION_IDLE_MINUTES * 60_000;
/** How long it lasts in any case. */
export const lifetimeMs = config.SESSION_MAX_HOURS * 3_600_000;

/** Whether a session has not reached a limit. */
export function isLive(session: { seen_at: number; created_at: number }): boolean {
  const now = Date.now();
  const [seen, created] = [Number(session.seen_at), Number(session.created_at)];
  const isPast = seen <= latestMoment(now) && created <= latestMoment(now);
  return isPast && seen >= now - idleMs && created >= now - lifetimeMs;
}
