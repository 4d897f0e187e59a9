import { findAnyList } from '../access/find-list.server';
import { getListPath, hasFilters } from '../addresses/return-path.server';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { buildListAddress, readList } from '../list/open-list.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';

/**
 * Returns the path of the page that the user asked for before signing in, without filters that must not stand in an
 * address. The filters of a list are stored as a view of the user. The path of a record's page loses the filters of the
 * list that the page leads back to. Throws a 503 response if the view cannot be stored.
 */
export async function hideFilters(user: SignedInUser, path: string): Promise<string> {
  const [pathname = '', search = ''] = path.split('?', 2);
  const params = new URLSearchParams(search);
  const list = (await findAnyList(getUserKey(user), '', getListPath(pathname).slice(1)))?.list;
  if (!list) {
    if (!hasFilters(search)) return path;
    params.delete('list');
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  }
  if (!hasHiddenParameters(list, params)) return path;
  return buildListAddress({ user }, await readList({ user }, list, params));
}
