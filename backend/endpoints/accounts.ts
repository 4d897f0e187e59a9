import type { SqlRow } from 'shared/db/types';
import { findPasswordProblem, normalizePassword } from 'shared/password-rules';
import { z } from 'zod';
import { hashPassword, isOutdated, matchesPassword } from '../accounts/passwords';
import {
  findUserOfCode,
  issueCode,
  MAILED_CODE_MILLISECONDS,
  revokeCodes,
} from '../accounts/recovery';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { readRecord } from '../entities/rows';
import { findUsersNamed, getMailAddress, user as userTable } from '../entities/user';
import { done, type Envelope, refused } from '../wire/envelope';
import { getFirstProblem, required, requiredEmail, typedPassword } from '../wire/fields';
import type { FormFields } from '../wire/requests';
import { sendMails } from './mail';
import type { HostOptions } from './options';
import { writeResetMail } from './reset-mail';

const ACTIVE = 1;

const signIn = z.object({ username: required('Email'), password: typedPassword() });
const reset = z.object({ uemail: requiredEmail('Email') });
const ownPassword = z.object({
  uusername: required('Username'),
  ucurrent: typedPassword('Current password'),
  upassword: typedPassword(),
});
const newPassword = z.object({ ucode: required('The link'), upassword: typedPassword() });

/**
 * Answers `login` with the user's row. An unknown name and a wrong password take the same work and have the
 * same message, so that neither reveals which names exist.
 */
export async function login(options: HostOptions, fields: FormFields): Promise<Envelope> {
  const form = signIn.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { db } = options;
  const [user] = await findUsersNamed(db, form.data.username);
  const stored = typeof user?.user_password === 'string' ? user.user_password : undefined;
  const matches = await matchesPassword(stored, form.data.password);
  if (!user || !stored || !matches) return refused('The username or password is incorrect');
  if (user.user_status !== ACTIVE) return refused('The account is not active');
  if (isOutdated(stored)) {
    const fresh = await hashPassword(form.data.password);
    await db
      .updateTable('user_account')
      .set({ user_password: fresh })
      .where('user_id', '=', user.user_id)
      .where('user_password', '=', stored)
      .execute();
  }
  return answerUser(db, user.user_id);
}

/**
 * Answers `account/reset` and mails a link for setting a password. The answer is the same for an unknown
 * address.
 */
export async function resetPassword(
  options: HostOptions,
  fields: FormFields,
  change: Change,
): Promise<Envelope> {
  const form = reset.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { db } = options;
  const [user] = await findUsersNamed(db, form.data.uemail);
  const id = typeof user?.user_id === 'number' ? user.user_id : null;
  let code = '';
  await transactWithEntries(change, async (transaction, note) => {
    code = await issueCode(transaction, id, MAILED_CODE_MILLISECONDS, getNow(options));
    return note(done([]));
  });
  sendMails(options, user ? [writeResetMail(getMailAddress(user), code, options)] : []);
  return done([]);
}

/** Answers `account/change-password`: sets the password of the user of a code, and returns the user's row. */
export async function changePassword(
  options: HostOptions,
  fields: FormFields,
  change: Change,
): Promise<Envelope> {
  const form = newPassword.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { ucode, upassword } = form.data;
  const { db } = options;
  const invalidLink = refused('The link has expired or has been used already');
  const id = await findUserOfCode(db, ucode, getNow(options));
  const user = id === undefined ? undefined : await readRecord(db, userTable, String(id));
  if (id === undefined || !user) return invalidLink;
  const problem = findPasswordProblem(upassword, readNames(user));
  if (problem) return refused(problem);
  const hash = await hashPassword(upassword);
  return transactWithEntries(change, async (transaction, note) => {
    // Checks the code again, because the same link may have been used while the password was being hashed.
    if ((await findUserOfCode(transaction, ucode, getNow(options))) !== id) return invalidLink;
    await transaction
      .updateTable('user_account')
      .set({ user_password: hash })
      .where('user_id', '=', id)
      .execute();
    await revokeCodes(transaction, id);
    return note(await answerUser(transaction, id), { username: String(user.user_username) });
  });
}

/**
 * Answers `account/change-own-password`: replaces the password of a user who gives the current one, and returns
 * the user's row. An unknown name and a wrong password take the same work and have the same message.
 */
export async function changeOwnPassword(
  options: HostOptions,
  fields: FormFields,
  change: Change,
): Promise<Envelope> {
  const form = ownPassword.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { uusername, ucurrent, upassword } = form.data;
  const { db } = options;
  const user = (await findUsersNamed(db, uusername)).find((one) => one.user_username === uusername);
  const stored = typeof user?.user_password === 'string' ? user.user_password : undefined;
  const matches = await matchesPassword(stored, ucurrent);
  if (!user || !stored || !matches) return refused('The current password is incorrect');
  if (user.user_status !== ACTIVE) return refused('The account is not active');
  const problem = findPasswordProblem(upassword, readNames(user));
  if (problem) return refused(problem);
  if (normalizePassword(upassword) === normalizePassword(ucurrent))
    return refused('The new password must be different from the current one');
  const hash = await hashPassword(upassword);
  return transactWithEntries(change, async (transaction, note) => {
    // Updates the row only if it still has the password that was checked, because it may have been changed
    // since.
    const { numUpdatedRows } = await transaction
      .updateTable('user_account')
      .set({ user_password: hash })
      .where('user_id', '=', user.user_id)
      .where('user_password', '=', stored)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return refused('The current password is incorrect');
    await revokeCodes(transaction, Number(user.user_id));
    return note(await answerUser(transaction, user.user_id));
  });
}

/** Returns the words that a user's password must not contain. */
function readNames(user: SqlRow): unknown[] {
  return [user.user_username, user.user_email, user.user_fname, user.user_lname];
}

async function answerUser(db: Database, id: unknown): Promise<Envelope> {
  const row = await readRecord(db, userTable, String(id));
  return done(row ? [row] : []);
}

function getNow({ now }: HostOptions): Date {
  return now?.() ?? new Date();
}
