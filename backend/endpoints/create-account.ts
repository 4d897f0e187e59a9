import { stamp } from 'shared/db/clock';
import { user as userDeclaration } from 'shared/entities/user';
import { findPasswordProblem } from 'shared/password-rules';
import { z } from 'zod';
import { hashPassword } from '../accounts/passwords';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { readRecord } from '../entities/rows';
import { findUsersNamed, getMailAddress, type User, user as userTable } from '../entities/user';
import { appendRowChanges, type ChangeOrigin } from '../history/append-row-changes';
import { done, type Envelope, refused } from '../wire/envelope';
import { getFirstProblem, requiredEmail, typedPassword } from '../wire/fields';
import type { Mail } from '../wire/messages';
import type { FormFields } from '../wire/requests';
import { sendMails } from './mail';
import type { HostOptions } from './options';

const RESEARCHER = 2;
const ACTIVE = 1;
const DISABLED = 2;

const newAccount = z.object({
  uemail: requiredEmail('Email'),
  upassword: typedPassword(),
});

/**
 * Answers `account/create`. The answer is the same for an address that already has an account; only a mail to
 * that address says so.
 */
export async function createAccount(
  options: HostOptions,
  fields: FormFields,
  change: Change,
): Promise<Envelope> {
  const form = newAccount.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { uemail, upassword } = form.data;
  const problem = findPasswordProblem(upassword, [uemail]);
  if (problem) return refused(problem);
  const hash = await hashPassword(upassword);
  const now = options.now?.() ?? new Date();
  const savedAt = stamp(now, options.timeZone);
  let owner: User | undefined;
  await transactWithEntries(change, async (transaction, note) => {
    [owner] = await findUsersNamed(transaction, uemail);
    if (owner) {
      const known = { is_known: 1, user_id: owner.user_id };
      return note(done([known]), { username: String(owner.user_username) });
    }
    const user_status = options.accountApproval ? DISABLED : ACTIVE;
    const rights = { user_role: RESEARCHER, user_status };
    const { user_id } = await transaction
      .insertInto('user_account')
      .values({
        user_username: uemail,
        user_email: uemail,
        ...rights,
        user_password: hash,
        user_createuser: uemail,
        user_createdate: savedAt,
        user_lastupdateuser: uemail,
        user_lastupdatedate: savedAt,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    if (options.keepsHistory) {
      const { requestId } = change;
      await appendAddition(transaction, user_id, {
        username: uemail,
        at: now.getTime(),
        requestId,
      });
    }
    return note(done([{ user_id, ...rights }]), { username: uemail });
  });
  const message = options.accountApproval
    ? 'Your account can be used as soon as an administrator has activated it'
    : 'You can sign in now';
  sendMails(options, [owner ? makeAccountMail(owner, options) : writeWelcome(uemail, message)]);
  return done([], message);
}

/** Adds the values of an added user to the history. They do not include the hash of the password. */
async function appendAddition(transaction: Database, id: number, origin: ChangeOrigin) {
  const { user_waiting: _, ...after } =
    (await readRecord(transaction, userTable, String(id))) ?? {};
  const added = { recordId: String(id), before: undefined, after };
  await appendRowChanges(transaction, userDeclaration, [added], origin);
}

function makeAccountMail(owner: User, { panelUrl }: HostOptions): Mail {
  return {
    to: getMailAddress(owner),
    subject: 'You have an account already',
    text: `Someone tried to make an account with your email address, which has one already.\n\nIf you forgot your password, ask for a new one:\n\n${panelUrl}/reset-password`,
  };
}

function writeWelcome(to: string, message: string): Mail {
  return { to, subject: 'Your account', text: `Your account has been created. ${message}.` };
}
