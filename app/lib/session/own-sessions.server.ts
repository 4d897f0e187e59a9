import { endSessionsWhere, selectSessions } from './end-sessions.server';
import { selectLiveSessions } from './session.server';
import { idleMs, lifetimeMs } from './session-limits.server';
import type { SessionTimes } from './session-times';
import type { SignedInUser } from './user';

/** Two minutes, or less where sessions are short; never below the 20 s of WCAG 2.2.1. */
export const WARN_BEFORE_MS = Math.max(20_000, Math.min(120_000, idleMs / 3));

/** The screen that the audit entries name. */
const PROFILE = 'Profile';

/** One of a user's sessions, as their profile lists it. */
export interface OwnSession {
  id: string;
  device: string;
  /** Milliseconds since the epoch, like `lastUsed`. */
  started: number;
  lastUsed: number;
}

/** A user's live sessions, the one used last first. */
export async function ownSessions(user: SignedInUser): Promise<OwnSession[]> {
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

/** Ends one session of this user; another user's id ends nothing. */
export async function endOwnSession(user: SignedInUser, id: string): Promise<boolean> {
  const ended = await endSessionsWhere(
    (eb) => eb.and([selectSessions(user)(eb), eb('public_id', '=', id)]),
    'their user ended one',
    PROFILE,
  );
  return ended > 0;
}

/** Ends all sessions of this user but the one named; how many. */
export function endOtherSessions(
  user: SignedInUser,
  id: string,
  why = 'their user ended all others',
): Promise<number> {
  return endSessionsWhere(
    (eb) => eb.and([selectSessions(user)(eb), eb('public_id', '!=', id)]),
    why,
    PROFILE,
  );
}

/** Returns the time at which a session ends without further use, and the one at which it ends in any case. */
export function getSessionEnds(createdAt: number, usedAt: number) {
  const latest = createdAt + lifetimeMs;
  return { idle: Math.min(usedAt + idleMs, latest), latest };
}

/** The same from now on, for the browser, whose clock may be wrong. */
export function getTimesLeft(ends: { idle: number; latest: number }): SessionTimes {
  const now = Date.now();
  return { idle: ends.idle - now, latest: ends.latest - now };
}
