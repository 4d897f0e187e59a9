import { findListEntity } from '../entities';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { toPublicPath } from './public-path.server';

/** A link as pages contain it. A link with `fields` is a button of a form that posts them to `href`. */
export interface PublicLink {
  href: string;
  fields?: { name: string; value: string }[];
}

/**
 * Returns a link of an entity as pages contain it. Ids that identify people become opaque. A link to a list that is
 * filtered by a value which identifies a person becomes a form, so that the value does not stand in an address.
 */
export function publishLink(path: string): PublicLink {
  const [pathname = '', search = ''] = path.split('?', 2);
  const list = search && findListEntity(pathname.slice(1), '')?.list;
  if (list) {
    const params = new URLSearchParams(search);
    if (hasHiddenParameters(list, params))
      return {
        href: `/view${pathname}`,
        fields: [...params].map(([name, value]) => ({ name, value })),
      };
  }
  return { href: toPublicPath(path) };
}
