import { home } from './menu';

/** A page in the breadcrumbs: one above the current page, or the current page itself, which has no address. */
export interface Crumb {
  title: string;
  href?: string;
}

/** The breadcrumbs of a page below a list: the list, the pages between, and the page itself. */
export type Trail = readonly Crumb[];

/** Returns the page above the current one as a link back needs it. */
export function findParent(trail: Trail = []): { backHref: string; backTitle: string } {
  const { title, href } = trail.filter((crumb) => crumb.href).at(-1) ?? { title: home.title };
  return { backHref: href ?? home.path, backTitle: title };
}
