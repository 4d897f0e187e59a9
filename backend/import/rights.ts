import type { HostOptions } from '../options';
import { actingAdministrator, onlyAdministrators, ownRole, userGuard } from '../user-rights';
import type { PlanOptions } from './plan';

export interface ImportRights {
  /** Why this user may not import at all. */
  problem?: string;
  fixed?: PlanOptions['fixed'];
}

/** Returns what whoever imports may do to users, where only administrators manage them. */
export async function rightsOf(
  noun: string,
  options: Parameters<typeof userGuard>[0] & Pick<HostOptions, 'db'>,
  user: string,
): Promise<ImportRights> {
  if (noun !== 'user' || !userGuard(options)) return {};
  const acting = await actingAdministrator(options.db, user);
  if (!acting) return { problem: onlyAdministrators };
  const columns = ['user_role', 'user_status'];
  return { fixed: { id: acting.user_id, columns, problem: ownRole } };
}
