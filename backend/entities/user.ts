import { expressionBuilder, type Selectable, sql } from 'kysely';
import { user as declaration } from 'shared/entities/user';
import { describeRights, listUserEvents, type UserFacts } from 'shared/user-events';
import { revokeCodes } from '../accounts/recovery';
import { getDialect } from '../db/dialect-of';
import type { HostTables } from '../db/host-tables';
import type { Database, SqlRow, SqlValue } from '../db/types';
import { buildTable } from './declared-table';
import { importRunning } from './import-running';
import { buildComputed, type DeleteCheck, type SaveCheck } from './table';

/** A row of the users' table. */
export type User = Selectable<HostTables['user_account']>;

const ofUser = expressionBuilder<HostTables, 'user_account'>();

/** The password's hash is a column of the SQL table that is not declared here. */
export const user = buildTable(declaration, {
  table: 'user_account',
  columns: {
    // 1 for who made their own account and whom no administrator has looked at yet.
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
    changed: hasNewAddress,
    events: (before, after) =>
      listUserEvents(String(before.user_id), readFacts(before), readFacts(after)),
    describeAdded: (added) => describeRights(readFacts(added)),
  },
  remove: keepLastAdministrator,
});

function readFacts({ user_role, user_status, user_email, user_waiting }: SqlRow): UserFacts {
  return { role: user_role, status: user_status, email: user_email, waiting: user_waiting };
}

/** The users whose username or email is this text, whatever its case. */
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

/** Returns the address to write to: a user who signed up is named by their address. */
export function mailAddress(user: SqlRow): string {
  return String(user.user_email || user.user_username);
}

/** Ends the links that were mailed to the previous address, and notifies its owner of the change. */
async function hasNewAddress(db: Database, before: SqlRow, values: SqlRow) {
  const previous = mailAddress(before);
  if (previous.toLowerCase() === mailAddress({ ...before, ...values }).toLowerCase())
    return undefined;
  await revokeCodes(db, Number(before.user_id));
  if (!previous.includes('@')) return undefined;
  return {
    to: previous,
    subject: 'Your email address was changed',
    text: `The email address of the account “${before.user_username}” was changed. Mails about it go to the new address from now on, and links that were sent to this one no longer work.\n\nIf you did not expect this, tell an administrator at once.`,
  };
}

/** Refuses an email that is another user's username, and the reverse: either name signs in. */
async function checkUser(...[db, values, current]: Parameters<SaveCheck>) {
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

/** Without an active administrator nobody could make another one. */
async function keepLastAdministrator(...[db, row]: Parameters<DeleteCheck>) {
  if (row.user_role !== 1 || row.user_status !== 1) return undefined;
  // It may be about to disable the others.
  if (await importRunning(db, ['user']))
    return 'Users are being imported. Please try again when the import has ended';
  const other = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_role', '=', 1)
    .where('user_status', '=', 1)
    .where('user_id', '!=', Number(row.user_id))
    .executeTakeFirst();
  return other ? undefined : findLastAdministrator(row.user_username);
}

export function findLastAdministrator(username: SqlValue | undefined): string {
  return `The user '${username}' is the last active Administrator and must stay one`;
}
