import { describeLastAdministrator } from 'shared/user-events';
import type { Database } from '../db/types';
import type { RowCheck } from './import-table';

/** Creates the check that refuses a row after which there would be no active administrator. */
export async function makeAdministratorKeeper(db: Database): Promise<RowCheck> {
  const rows = await db
    .selectFrom('user_account')
    .select('user_id')
    .where('user_role', '=', 1)
    .where('user_status', '=', 1)
    .execute();
  const active = new Set<unknown>(rows.map(({ user_id }) => user_id));

  return (values, current, line) => {
    const account = current?.user_id ?? `line ${line}`;
    const { user_role, user_status } = { ...current, ...values };
    if (user_role === 1 && user_status === 1) active.add(account);
    else if (active.has(account)) {
      if (active.size === 1) return describeLastAdministrator(current?.user_username);
      active.delete(account);
    }
    return undefined;
  };
}
