import type { StudyTables } from 'backend/db/study-tables';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { SECURITY } from 'shared/security-events';
import { queueEntries } from '../host/audit-queue.server';
import { getOverdueTime } from '../server/check-sessions-anew.server';
import { getStore } from '../server/store.server';
import { noteEnded } from './live-sessions.server';
import { isLive } from './session-limits.server';
import type { SignedInUser } from './user';
import { getUserKey } from './user-key.server';

type SessionCondition = (eb: ExpressionBuilder<StudyTables, 'session'>) => Expression<SqlBool>;

/**
 * Returns the condition that selects the sessions of a user. Sessions from earlier versions have no user key
 * and are selected by id and username.
 */
export function selectSessions(user: Pick<SignedInUser, 'id' | 'username'>): SessionCondition {
  const { id, username } = user;
  return ({ eb, and, or }) =>
    or([
      eb('user_key', '=', getUserKey(user)),
      and([eb('user_key', 'is', null), and({ username, user_id: id })]),
    ]);
}

/**
 * Ends the sessions that a condition selects. Adds audit entries with the reason `why` in the same transaction, under
 * the names of the users whose sessions were ended. Returns the number of ended sessions, without those that had
 * already expired.
 */
export async function endSessionsWhere(
  condition: SessionCondition,
  why: string,
  title = SECURITY,
): Promise<number> {
  return (await getStore()).transaction().execute(async (transaction) => {
    const rows = await transaction
      .deleteFrom('session')
      .where(condition)
      .returning(['token_hash', 'username', 'user_id', 'user_key', 'seen_at', 'created_at'])
      .execute();
    await noteEnded(transaction, rows);
    const live = rows.filter((row) => isLive(row)).map(({ username }) => username);
    const entries = [...new Set(live)].filter(Boolean).map((username) => {
      const count = live.filter((name) => name === username).length;
      const description = `${count} ${count === 1 ? 'session' : 'sessions'} ended: ${why}`;
      return { username, title, action: 'Sessions ended' as const, description };
    });
    await queueEntries(entries, transaction);
    return live.length;
  });
}

/**
 * Ends the session of a user who signs out, and adds the audit entry in the same transaction. A repeated request does
 * not add a second entry.
 */
export async function signOut(user: SignedInUser, publicId: string): Promise<void> {
  const { username } = user;
  await (await getStore()).transaction().execute(async (transaction) => {
    const rows = await transaction
      .deleteFrom('session')
      .where(selectSessions(user))
      .where('public_id', '=', publicId)
      .returning(['token_hash', 'username', 'user_id', 'user_key'])
      .execute();
    if (rows.length === 0) return;
    await noteEnded(transaction, rows);
    const entry = {
      username,
      title: 'Sign out',
      action: 'Logout',
      description: 'Signed out',
    } as const;
    await queueEntries([entry], transaction);
  });
}

/**
 * Ends all sessions of a user who was disabled or deleted, or whose password was changed. If the id is empty,
 * ends the sessions of all users with the username.
 */
export async function endUserSessions(
  user: Pick<SignedInUser, 'id' | 'username'>,
  why: string,
): Promise<void> {
  const ofName: SessionCondition = (eb) => eb('username', '=', user.username);
  // The host may not have sent an id when the user signed in.
  const withoutId = getUserKey({ id: '', username: user.username });
  const ofUser: SessionCondition = (eb) =>
    eb.or([selectSessions(user)(eb), eb('user_key', '=', withoutId)]);
  await endSessionsWhere(user.id === '' ? ofName : ofUser, why);
}

/**
 * Ends the sessions of a user whose record was deleted or made inactive. If the record of an active user was saved,
 * marks the sessions of the user for a check with the host.
 */
export async function noteUserRecordChanged(userId: string, active: boolean): Promise<void> {
  if (!active) {
    const why = 'the user was disabled or deleted';
    await endSessionsWhere((eb) => eb('user_id', '=', userId), why);
    return;
  }
  await (await getStore())
    .updateTable('session')
    .set({ checked_at: getOverdueTime() })
    .where('user_id', '=', userId)
    .execute();
}
