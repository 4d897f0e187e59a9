import { createHash } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely, Selectable } from 'kysely';
import { getLatestMoment } from '../server/present';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';
import type { SessionData } from './session-data';
import { idleMs, KEEP_EXPIRED_MS, lifetimeMs } from './session-limits.server';
import { getUserKey } from './user-key.server';

/**
 * The minimum time in milliseconds between two updates of `seen_at`, so that not every page view causes a
 * write.
 */
const SEEN_EVERY_MS = Math.min(60_000, idleMs / 10);

type EndedRow = Pick<
  Selectable<StudyTables['session']>,
  'token_hash' | 'username' | 'user_id' | 'user_key'
>;

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
 * Returns the key of a session's user, also after the session has expired or was ended, and while it waits for the code
 * of the second factor. Returns undefined if the session is not known, or has no user.
 */
export async function findSessionOwner(token: string): Promise<string | undefined> {
  const db = await getStore();
  const row = await db
    .selectFrom('session')
    .select(['username', 'user_id', 'user_key', 'data'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row?.username)
    return row.user_key ?? getUserKey({ id: row.user_id ?? '', username: row.username });
  if (row) return (JSON.parse(row.data) as Partial<SessionData>).pending?.owner;
  const now = Date.now();
  const ended = await db
    .selectFrom('ended_session')
    .select('owner')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', '>=', now - KEEP_EXPIRED_MS)
    .where('ended_at', '<=', getLatestMoment(now))
    .executeTakeFirst();
  return ended?.owner;
}

/** Notes whose sessions were ended, so that a form that is posted afterwards is saved as a draft of its user. */
export async function noteEnded(
  transaction: Kysely<StudyTables>,
  rows: readonly EndedRow[],
): Promise<void> {
  const now = Date.now();
  await transaction
    .deleteFrom('ended_session')
    .where(({ eb, or }) =>
      or([eb('ended_at', '<', now - KEEP_EXPIRED_MS), eb('ended_at', '>', getLatestMoment(now))]),
    )
    .execute();
  for (const { token_hash, username, user_id, user_key } of rows) {
    if (!username) continue;
    const owner = user_key ?? getUserKey({ id: user_id ?? '', username });
    await transaction
      .insertInto('ended_session')
      .values({ token_hash, owner, ended_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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
