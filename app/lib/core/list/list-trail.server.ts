import { menu } from '../../menu';
import type { Crumb, Trail } from '../../trail';
import { toPublicPath } from '../addresses/public-path.server';
import type { Entity } from '../entities/entity';
import { maskHeading } from '../masking/mask.server';

type Placed = Pick<
  Entity,
  'title' | 'heading' | 'crumb' | 'above' | 'list' | 'ofPhone' | 'parentId'
>;

/**
 * Returns the breadcrumbs of a page below a list: the pages above the list, the list and the page. `href` is the
 * address of the list as the user left it.
 */
export function buildTrail(entity: Placed, href: string, ...below: Crumb[]): Trail {
  const above = entity.above ?? findEntryAbove(entity.list.path);
  return publish(entity, [...above, { title: getTitle(entity), href }, ...below]);
}

/** Returns the breadcrumbs of a list's own page. Returns undefined for a list that has no page above it. */
export function buildListTrail(entity: Placed): Trail | undefined {
  return entity.above && publish(entity, [...entity.above, { title: getTitle(entity) }]);
}

function getTitle({ crumb, heading, title }: Placed): string {
  return crumb ?? heading ?? title;
}

/** Returns the menu entry above a path, such as the audit trail for its tabs. Empty if there is none. */
function findEntryAbove(path: string): Crumb[] {
  const entry = menu.flatMap(({ items }) => items).find((item) => path.startsWith(`${item.path}/`));
  return entry ? [{ title: entry.title, href: entry.path }] : [];
}

/** Returns breadcrumbs with opaque ids and masked numbers in place of ids that identify people. */
function publish(entity: Placed, crumbs: readonly Crumb[]): Trail {
  return crumbs.map(({ title, href }) => {
    const shown = maskHeading(entity, title);
    return href ? { title: shown, href: toPublicPath(href) } : { title: shown };
  });
}
