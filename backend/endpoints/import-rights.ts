import type { ImportRights } from '../import/import-rights';
import type { HostOptions } from './options';
import { findActingAdministrator, makeUserGuard, onlyAdministrators, ownRole } from './user-rights';

/**
 * Returns the restrictions on an import by this user. There are none unless the import is of user accounts and
 * only administrators may manage them.
 */
export async function getRights(
  wireName: string,
  options: Parameters<typeof makeUserGuard>[0] & Pick<HostOptions, 'db'>,
  user: string,
): Promise<ImportRights> {
  if (wireName !== 'user' || !makeUserGuard(options)) return {};
  const acting = await findActingAdministrator(options.db, user);
  if (!acting) return { problem: onlyAdministrators };
  const columns = ['user_role', 'user_status'];
  return { fixed: { id: acting.user_id ?? null, columns, problem: ownRole } };
}
