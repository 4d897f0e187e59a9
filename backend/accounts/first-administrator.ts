import { stamp } from 'shared/db/clock';
import type { Database } from '../db/types';
import { FIRST_CODE_MILLISECONDS, issueCode, revokeCodes } from './recovery';

const FIRST_USERNAME = 'admin';

/**
 * Creates the first administrator if there are no users, and returns a code for setting the administrator's
 * password. Returns a new code at every start because the previous one may have expired unread. Returns
 * undefined once any user has a password.
 */
export async function issueFirstPasswordCode(
  db: Database,
  now: Date,
  timeZone: string,
  email: string | undefined,
): Promise<string | undefined> {
  const withPassword = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_password', 'is not', null)
    .executeTakeFirst();
  if (withPassword) return undefined;
  if (!(await hasUsers(db))) await addFirstAdministrator(db, stamp(now, timeZone));
  const administrator = await db
    .selectFrom('user_account')
    .select(['user_id', 'user_email'])
    .where('user_role', '=', 1)
    .where('user_status', '=', 1)
    .orderBy('user_id')
    .executeTakeFirst();
  if (!administrator) return undefined;
  // The address is saved at every start, so that restarting with the right address corrects a mistyped one.
  const { user_id, user_email } = administrator;
  // Links that were mailed to the address being replaced must stop working.
  if (email && user_email && user_email !== email) await revokeCodes(db, user_id);
  if (email)
    await db
      .updateTable('user_account')
      .set({ user_email: email })
      .where('user_id', '=', administrator.user_id)
      .execute();
  return issueCode(db, administrator.user_id, FIRST_CODE_MILLISECONDS, now);
}

/** Returns whether there is any user. */
export async function hasUsers(db: Database): Promise<boolean> {
  const user = await db.selectFrom('user_account').select('user_id').executeTakeFirst();
  return user !== undefined;
}

async function addFirstAdministrator(db: Database, now: string): Promise<void> {
  await db
    .insertInto('user_account')
    .values({
      user_username: FIRST_USERNAME,
      user_role: 1,
      user_status: 1,
      user_createuser: FIRST_USERNAME,
      user_createdate: now,
      user_lastupdateuser: FIRST_USERNAME,
      user_lastupdatedate: now,
    })
    .execute();
}
