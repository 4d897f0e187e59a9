import { Link, useMatches } from '@remix-run/react';
import { findMenuGroup, home } from '~/lib/menu';
import type { Crumb, Trail } from '~/lib/trail';

/**
 * Renders the path from the home page to the current page. The group of the menu is not a page and has no link. Narrow
 * screens leave out the group, and the home page unless it is the only page above.
 */
export function Breadcrumbs({ trail }: { trail: Trail }) {
  const group = findMenuGroup(trail[0]?.href);
  const crumbs = trail.filter(({ href }) => href !== home.path);
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-2 text-sm text-muted">
      <ol className="crumbs">
        <li className={crumbs.length > 1 ? 'hidden sm:block' : undefined}>
          <Link to={home.path}>{home.title}</Link>
        </li>
        {group && <li className="hidden sm:block">{group.title}</li>}
        {crumbs.map((crumb) => (
          <li key={crumb.href ?? ''}>
            <CrumbLink crumb={crumb} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbLink({ crumb: { title, href } }: { crumb: Crumb }) {
  if (href) return <Link to={href}>{title}</Link>;
  return <span aria-current="page">{title}</span>;
}

/** Returns the breadcrumbs that the loader of the page has returned, or undefined for a page without any. */
export function useTrail(): Trail | undefined {
  return useMatches()
    .flatMap(({ data }) => (hasTrail(data) ? [data.trail] : []))
    .at(-1);
}

function hasTrail(data: unknown): data is { trail: Trail } {
  return Array.isArray(Object(data).trail);
}
