import { getPathname, home, type MenuGroup, type MenuItem } from '~/lib/menu';
import type { Trail } from '~/lib/trail';

/**
 * Returns the entry of the menu to which a page belongs: the entry with its path or a path above, or else the one of the
 * list in its breadcrumbs. Returns undefined for a page that is not below an entry, such as the profile.
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
