import { getPathname, home, type MenuGroup, type MenuItem } from '~/lib/menu';
import type { Trail } from '~/lib/trail';

/**
 * Returns the entry of the menu to which a page belongs: the entry with the page's path or a parent path, or else the
 * entry of a page in its breadcrumbs. Returns undefined for a page that belongs to no entry, such as the profile.
 */
export function findSection(
  groups: readonly MenuGroup[],
  pathname: string,
  trail: Trail = [],
): MenuItem | undefined {
  const items = [home, ...groups.flatMap((group) => group.items)];
  const paths = [pathname, ...trail.flatMap(({ href }) => href ?? [])].map(getPathname);
  for (const path of paths) {
    const found = items.find((item) => `${path}/`.startsWith(`${item.path}/`));
    if (found) return found;
  }
  return undefined;
}
