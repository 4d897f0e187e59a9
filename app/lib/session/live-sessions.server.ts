import { createHash } from 'node:crypto';
import { getLatestMoment } from '../server/present';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';
import { idleMs, lifetimeMs } from './session-limits.server';
import { getUserKey } from './user-key.server';

/**
 * The minimum time in milliseconds between two updates of `seen_at`, so that not every page view causes a
 * write.
 */
const SEEN_EVERY_MS = Math.min(60_000, idleMs / 10);

/** Returns a query for the sessions that have not expired. */
export async function selectLiveSessions() {
  const now = Date.now();
  return (await getStore())
    .selectFrom('session')
    .where('seen_at', '>=', now - idleMs)
    .where('created_at', '>=', now - lifetimeMs)
    .where('seen_at', '<=', getLatestMoment(now))
    .where('created_at', '<=', getLatestMoment(now));
}

/**
 * Ends the sessions with times in the future. A wrong clock wrote these times, so the age of the sessions is
 * unknown. Without this, the sessions would become valid at that time.
 */
export async function expireFutureSessions(): Promise<void> {
  const now = Date.now();
  const ended = now - idleMs - 1;
  await (await getStore())
    .updateTable('session')
    .set({ seen_at: ended, created_at: ended })
    .where((or) =>
      or.or([
        or('seen_at', '>', getLatestMoment(now)),
        or('created_at', '>', getLatestMoment(now)),
      ]),
    )
    .execute();
}

/**
 * Returns the key of a session's user, also after the session has expired. Returns undefined if the session was
 * deleted or has no user.
 */
export async function findSessionOwner(token: string): Promise<string | undefined> {
  const row = await (await getStore())
    .selectFrom('session')
    .select(['username', 'user_id', 'user_key'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row?.username) return undefined;
  return row.user_key ?? getUserKey({ id: row.user_id ?? '', username: row.username });
}

/**
 * Restarts the idle time of a session and returns the time of its latest use. Writes to the store only if
 * SEEN_EVERY_MS have passed since `seenAt`.
 */
export async function touchSession(token: string, seenAt: number): Promise<number> {
  const now = Date.now();
  if (now - seenAt <= SEEN_EVERY_MS) return seenAt;
  const db = await getStore();
  await tryToStore(() =>
    db
      .updateTable('session')
      .set({ seen_at: now })
      .where('token_hash', '=', hashToken(token))
      .execute(),
  );
  return now;
}

/** Returns the hash under which a session with this token is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
