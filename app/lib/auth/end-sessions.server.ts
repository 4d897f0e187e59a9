import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { queueEntries } from '../api/audit-queue.server';
import { SECURITY } from '../api/security-events';
import { panelStore, type StoreTables } from '../store/store.server';
import { dueMark } from './check-sessions-anew.server';
import { isLive } from './session-limits.server';

type Which = (eb: ExpressionBuilder<StoreTables, 'session'>) => Expression<SqlBool>;

/**
 * Ends sessions, and enters that in the audit log in the same transaction, under the name of the user whose
 * sessions they were. Returns how many there were; those that had reached a limit before do not count.
 */
export async function endSessionsWhere(
  which: Which,
  why: string,
  title = SECURITY,
): Promise<number> {
  return (await panelStore()).transaction().execute(async (transaction) => {
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
export async function signOut(username: string, publicId: string): Promise<void> {
  await (await panelStore()).transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('session')
      .where(({ and }) => and({ username, public_id: publicId }))
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

/** Ends every session of a user, by name: they are disabled, deleted, or have a new password. */
export async function endSessionsOf(username: string, why: string): Promise<void> {
  await endSessionsWhere((eb) => eb('username', '=', username), why);
}

/** A user's record was saved or deleted here. The inactive are out; others are asked about anew. */
export async function userRecordChanged(userId: string, active: boolean): Promise<void> {
  if (!active) {
    const why = 'the user was disabled or deleted';
    await endSessionsWhere((eb) => eb('user_id', '=', userId), why);
    return;
  }
  await (await panelStore())
    .updateTable('session')
    .set({ checked_at: dueMark() })
    .where('user_id', '=', userId)
    .execute();
}
