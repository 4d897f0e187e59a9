import { endSessionsWhere, selectSessions } from './end-sessions.server';
import { selectLiveSessions } from './live-sessions.server';
import { idleMs, lifetimeMs } from './session-limits.server';
import type { SessionTimes } from './session-times';
import type { SignedInUser } from './user';

/**
 * The time in milliseconds before a session's end at which the user is warned: two minutes, or less if sessions
 * are short. WCAG 2.2.1 requires a minimum of 20 seconds.
 */
export const WARN_BEFORE_MS = Math.max(20_000, Math.min(120_000, idleMs / 3));

/** The title of the screen in audit entries. */
const PROFILE = 'Profile';

/** The reason for which the other sessions of a user end who adds an app or a passkey, and the message to the user. */
export const FACTOR_ADDED = 'a second factor was set up';
export const SIGNED_OUT_ELSEWHERE = 'You have been signed out everywhere else';

/** A session as its user's profile lists it. */
interface OwnSession {
  id: string;
  device: string;
  /** Milliseconds since the epoch, like `lastUsed`. */
  started: number;
  lastUsed: number;
}

/** Returns a user's sessions that have not expired, the most recently used one first. */
export async function listOwnSessions(user: SignedInUser): Promise<OwnSession[]> {
  const rows = await (await selectLiveSessions())
    .select(['public_id', 'device', 'created_at', 'seen_at'])
    .where(selectSessions(user))
    .orderBy('seen_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.public_id ?? '',
    device: row.device ?? 'Unknown device',
    started: Number(row.created_at),
    lastUsed: Number(row.seen_at),
  }));
}

/**
 * Ends the session with a public id. Returns false, and ends nothing, if it is not a live session of this user.
 */
export async function endOwnSession(user: SignedInUser, id: string): Promise<boolean> {
  const ended = await endSessionsWhere(
    (eb) => eb.and([selectSessions(user)(eb), eb('public_id', '=', id)]),
    'the user ended it',
    PROFILE,
  );
  return ended > 0;
}

/**
 * Ends all sessions of this user except the one with the public id `id`. Returns the number of ended sessions.
 */
export function endOtherSessions(
  user: SignedInUser,
  id: string,
  why = 'the user signed out everywhere else',
): Promise<number> {
  return endSessionsWhere(
    (eb) => eb.and([selectSessions(user)(eb), eb('public_id', '!=', id)]),
    why,
    PROFILE,
  );
}

/**
 * Returns the times at which a session ends: `idle` if it is not used again, `latest` in any case. In
 * milliseconds since the epoch.
 */
export function getSessionEnds(createdAt: number, usedAt: number) {
  const latest = createdAt + lifetimeMs;
  return { idle: Math.min(usedAt + idleMs, latest), latest };
}

/**
 * Returns the milliseconds that are left until the times in `ends`. The browser needs durations because its
 * clock may be wrong.
 */
export function getTimesLeft(ends: { idle: number; latest: number }): SessionTimes {
  const now = Date.now();
  return { idle: ends.idle - now, latest: ends.latest - now };
}
