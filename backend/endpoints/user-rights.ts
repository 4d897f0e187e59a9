import type { SqlRow } from 'shared/db/types';
import type { Database } from '../db/types';
import { findUsersNamed } from '../entities/user';
import type { FormFields } from '../wire/requests';
import type { HostOptions } from './options';

const ADMINISTRATOR = 1;
const ACTIVE = 1;

export const onlyAdministrators = 'Only administrators can add, change or delete users here';
export const ownRole = 'Nobody can change their own role or status here';

type RightsOptions = Pick<
  HostOptions,
  'db' | 'researchersManageUsers' | 'accessToken' | 'inProcess'
>;

/**
 * Creates the function that returns the reason that a change to users is refused, given its form, or undefined
 * if it is allowed. The field `user` names the acting user. Returns undefined instead of a function if all
 * users may change users. Throws when callers need no token and are not in the same process, because any of
 * them could then claim to be an administrator.
 */
export function makeUserGuard(options: RightsOptions) {
  const { db, researchersManageUsers = true, accessToken, inProcess } = options;
  if (researchersManageUsers) return undefined;
  if (!accessToken && !inProcess)
    throw new Error('A host that restricts who manages users must know its callers by a token');
  return async (fields: FormFields): Promise<string | undefined> => {
    const acting = await findActingAdministrator(db, fields.user);
    if (!acting) return onlyAdministrators;
    const isOwn = Number(fields.uid) === acting.user_id && 'urole' in fields;
    const isSame =
      Number(fields.urole) === acting.user_role && Number(fields.ustatus) === acting.user_status;
    return isOwn && !isSame ? ownRole : undefined;
  };
}

/** Returns the active administrator with exactly this username, or undefined if there is none. */
export async function findActingAdministrator(
  db: Database,
  name: unknown,
): Promise<SqlRow | undefined> {
  if (typeof name !== 'string') return undefined;
  const username = name.trim();
  const users = await findUsersNamed(db, username);
  return users.find(
    (user) =>
      user.user_username === username &&
      user.user_role === ADMINISTRATOR &&
      user.user_status === ACTIVE,
  );
}
