import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { SECURITY } from 'shared/security-events';
import { queueEntries } from '../host/audit-queue.server';
import { getOverdueTime } from '../server/check-sessions-anew.server';
import { getStore } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { isLive } from './session-limits.server';
import type { SignedInUser } from './user';
import { getUserKey } from './user-key.server';

type Which = (eb: ExpressionBuilder<StoreTables, 'session'>) => Expression<SqlBool>;

/** Selects the sessions of a user. Those that an earlier version has begun have no key. */
export function selectSessions(user: Pick<SignedInUser, 'id' | 'username'>): Which {
  const { id, username } = user;
  return ({ eb, and, or }) =>
    or([
      eb('user_key', '=', getUserKey(user)),
      and([eb('user_key', 'is', null), and({ username, user_id: id })]),
    ]);
}

/**
 * Ends sessions, and enters that in the audit log in the same transaction, under the name of the user whose
 * sessions they were. Returns how many there were; those that had reached a limit before do not count.
 */
export async function endSessionsWhere(
  which: Which,
  why: string,
  title = SECURITY,
): Promise<number> {
  return (await getStore()).transaction().execute(async (transaction) => {
    const rows = await transaction
      .deleteFrom('session')
      .where(which)
      .returning(['username', 'seen_at', 'created_at'])
      .execute();
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
 * Ends the session that its user signs out of, and enters that in the same transaction; once, however often the
 * request comes.
 */
export async function signOut(user: SignedInUser, publicId: string): Promise<void> {
  const { username } = user;
  await (await getStore()).transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('session')
      .where(selectSessions(user))
      .where('public_id', '=', publicId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
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
 * Ends every session of a user: they are disabled, deleted, or have a new password. Without an id those of all users of
 * the name.
 */
export async function endUserSessions(
  user: Pick<SignedInUser, 'id' | 'username'>,
  why: string,
): Promise<void> {
  const ofName: Which = (eb) => eb('username', '=', user.username);
  // The host may have left the id out when a session began.
  const withoutId = getUserKey({ id: '', username: user.username });
  const ofUser: Which = (eb) => eb.or([selectSessions(user)(eb), eb('user_key', '=', withoutId)]);
  await endSessionsWhere(user.id === '' ? ofName : ofUser, why);
}

/**
 * Called when a user's record was saved or deleted here. Ends the sessions of an inactive user; others are
 * checked again.
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
