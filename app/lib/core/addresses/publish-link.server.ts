import { findListEntity } from '../entities';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { toPublicPath } from './public-path.server';
import { sealFilters } from './sealed-filters.server';

/** A link as pages contain it. A link with `fields` is shown as a button that posts these fields to `href`. */
export interface PublicLink {
  href: string;
  fields?: { name: string; value: string }[];
}

/**
 * Returns the link for a path. Replaces ids that identify people by opaque ids. If the path filters a list by a value
 * that identifies a person, the link posts the filters, so that the value does not stand in an address.
 */
export function publishLink(path: string): PublicLink {
  const [pathname = '', search = ''] = path.split('?', 2);
  const list = search && findListEntity(pathname.slice(1), '')?.list;
  if (list) {
    const params = new URLSearchParams(search);
    if (hasHiddenParameters(list, params))
      return {
        href: `/view${pathname}`,
        fields: sealFilters(list, params).map(([name, value]) => ({ name, value })),
      };
  }
  return { href: toPublicPath(path) };
}
