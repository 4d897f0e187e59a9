import { redirect } from '@remix-run/node';
import type { EntityList } from '../entities/entity';
import { hasHiddenParameters } from '../entities/hidden-filters';

/**
 * Throws a redirect to a list whose path has an opaque id if the page was opened by an address that contains the id
 * itself. Leaves an address with filters that must not stand in it, because the list redirects that one.
 */
export function redirectToPublicPath(request: Request, list: EntityList): void {
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.replace(/\.data$/, '') === list.path) return;
  if (!hasHiddenParameters(list, searchParams)) throw redirect(list.path + search);
}
