import { redirect } from '@remix-run/node';
import type { EntityList } from '../entities/entity';
import { hasHiddenParameters } from '../entities/hidden-filters';

/**
 * Throws a redirect to the path of `list`, which has an opaque id, if the page was opened by an address that contains
 * the id itself. Does nothing if the address has filters that must not stand in it, because the list itself then
 * redirects.
 */
export function redirectToPublicPath(request: Request, list: EntityList): void {
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.replace(/\.data$/, '') === list.path) return;
  if (!hasHiddenParameters(list, searchParams)) throw redirect(list.path + search);
}
