import { expressionBuilder, type Selectable, sql } from 'kysely';
import { DECISION_FIELD, decisionMails, NO_LONGER_WAITING } from 'shared/account-decisions';
import { getDialect } from 'shared/db/dialect-of';
import type { SqlRow } from 'shared/db/types';
import { user as declaration } from 'shared/entities/user';
import {
  describeLastAdministrator,
  describeRights,
  listUserEvents,
  type UserFacts,
} from 'shared/user-events';
import { revokeCodes } from '../accounts/recovery';
import type { StudyTables } from '../db/study-tables';
import type { Database } from '../db/types';
import type { Mail } from '../wire/messages';
import type { FormFields } from '../wire/requests';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import { isImportRunning } from './import-running';
import type { DeleteCheck, SaveCheck } from './table';

/** A row of the table of users, with the hash of the password. */
export type User = Selectable<StudyTables['user_account']>;

const ofUser = expressionBuilder<StudyTables, 'user_account'>();

/** The table of users. The hash of the password is not among its columns, so that no answer contains it. */
export const user = buildTable(declaration, {
  table: 'user_account',
  columns: {
    // 1 for a user who signed up, is not active, and has not been saved by another user yet; otherwise 0.
    user_waiting: buildComputed(
      'number',
      ofUser
        .case()
        .when(
          ofUser.and([
            ofUser('user_account.user_status', '<>', sql.lit(1)),
            ofUser('user_account.user_createuser', '=', ofUser.ref('user_account.user_username')),
            ofUser(
              'user_account.user_lastupdateuser',
              '=',
              ofUser.ref('user_account.user_username'),
            ),
          ]),
        )
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end(),
    ),
  },
  always: ['user_status', 'user_waiting'],
  save: {
    check: checkUser,
    changed: handleChange,
    events: (before, after) =>
      listUserEvents(String(before.user_id), readFacts(before), readFacts(after)),
    describeAdded: (added) => describeRights(readFacts(added)),
  },
  remove: checkRemoval,
  removed: buildRefusalMail,
});

function readFacts({ user_role, user_status, user_email, user_waiting }: SqlRow): UserFacts {
  return { role: user_role, status: user_status, email: user_email, waiting: user_waiting };
}

/** Returns the users whose username or email address equals this text, ignoring case. */
export async function findUsersNamed(db: Database, name: string): Promise<User[]> {
  const { folded } = getDialect(db);
  return db
    .selectFrom('user_account')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb(folded(eb.ref('user_username')), '=', folded(sql.val(name))),
        eb(folded(eb.ref('user_email')), '=', folded(sql.val(name))),
      ]),
    )
    .orderBy('user_id')
    .execute();
}

/**
 * Returns the email address of a user, or the username if there is none: it may be an email address as well.
 */
export function getMailAddress(user: SqlRow): string {
  return String(user.user_email || user.user_username);
}

/** Returns the mail that a change of a user causes: that of an approval, or that of another address. */
async function handleChange(
  db: Database,
  before: SqlRow,
  values: SqlRow,
  fields: FormFields = {},
): Promise<Mail | undefined> {
  const aboutAddress = await handleNewAddress(db, before, values);
  const isApproved = fields[DECISION_FIELD] === 'approved' && values.user_status === 1;
  if (!isApproved) return aboutAddress;
  return { to: getMailAddress({ ...before, ...values }), ...decisionMails.approved };
}

/** Returns the mail that a deletion causes because it refuses an account that waited for approval. */
function buildRefusalMail(row: SqlRow, fields: FormFields): Mail | undefined {
  if (fields[DECISION_FIELD] !== 'refused') return undefined;
  return { to: getMailAddress(row), ...decisionMails.refused };
}

/** Refuses a decision about an account that does not wait, as after somebody else's decision. */
function checkDecision(row: SqlRow, fields: FormFields = {}): string | undefined {
  const isDecision = fields[DECISION_FIELD] !== undefined;
  return isDecision && Number(row.user_waiting) !== 1 ? NO_LONGER_WAITING : undefined;
}

/**
 * Invalidates the links that were mailed to the previous address of a user, and returns a mail to that address
 * about the change. Returns undefined when the address stays the same or the previous one was no email address.
 */
async function handleNewAddress(db: Database, before: SqlRow, values: SqlRow) {
  const previous = getMailAddress(before);
  if (previous.toLowerCase() === getMailAddress({ ...before, ...values }).toLowerCase())
    return undefined;
  await revokeCodes(db, Number(before.user_id));
  if (!previous.includes('@')) return undefined;
  return {
    to: previous,
    subject: 'Your email address was changed',
    text: `The email address of the account “${before.user_username}” was changed. Mails about it go to the new address from now on, and links that were sent to this one no longer work.\n\nIf you did not expect this, tell an administrator at once.`,
  };
}

/**
 * Refuses a username or email address that another user already has as username or as email address, because both
 * can be used to sign in. Also refuses a change after which there would be no active administrator, and a decision that
 * comes too late.
 */
async function checkUser(...[db, values, current, fields]: Parameters<SaveCheck>) {
  const decided = current && checkDecision(current, fields);
  if (decided) return decided;
  for (const name of [values.user_username, values.user_email]) {
    if (typeof name !== 'string') continue;
    const others = await findUsersNamed(db, name);
    if (others.some((other) => other.user_id !== current?.user_id))
      return `The name '${name}' belongs to another user`;
  }
  if (!current) return undefined;
  const stays = values.user_role === 1 && values.user_status === 1;
  return stays ? undefined : keepLastAdministrator(db, current);
}

async function checkRemoval(...[db, row, fields]: Parameters<DeleteCheck>) {
  return checkDecision(row, fields) ?? keepLastAdministrator(db, row);
}

/** Refuses to delete or demote the last active administrator, because nobody could appoint another one. */
async function keepLastAdministrator(...[db, row]: Parameters<DeleteCheck>) {
  if (row.user_role !== 1 || row.user_status !== 1) return undefined;
  // A running import may be about to disable the other administrators.
  if (await isImportRunning(db, ['user']))
    return 'Users are being imported. Please try again when the import has ended';
  const other = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_role', '=', 1)
    .where('user_status', '=', 1)
    .where('user_id', '!=', Number(row.user_id))
    .executeTakeFirst();
  return other ? undefined : describeLastAdministrator(row.user_username);
}
