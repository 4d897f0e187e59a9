import { config } from '../server/config.server';
import { cachePerRequest } from '../server/request-scope.server';
import { getStore } from '../server/store.server';
import { isAdministrator } from './permissions';
import type { SignedInUser } from './user';
import { getUserKey } from './user-key.server';

/** Returns whether REQUIRE_SECOND_FACTOR applies to a user who has not set up a second factor. */
export async function mustSetUpFactor(user: SignedInUser): Promise<boolean> {
  if (!isFactorRequired(user)) return false;
  return !(await cachePerRequest('second factor', () => hasFactor(user)));
}

/** Returns whether a user must have a second factor. */
export function isFactorRequired(user: SignedInUser): boolean {
  const required = config.REQUIRE_SECOND_FACTOR;
  return required === 'all' || (required === 'administrators' && isAdministrator(user));
}

/** Returns whether a user has set up a second factor. */
export async function hasFactor(user: Pick<SignedInUser, 'id' | 'username'>): Promise<boolean> {
  const row = await (await getStore())
    .selectFrom('second_factor')
    .select('owner')
    .where('owner', '=', getUserKey(user))
    .executeTakeFirst();
  return row !== undefined;
}
