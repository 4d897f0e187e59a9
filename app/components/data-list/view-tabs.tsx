import { Link } from '@remix-run/react';
import type { ViewTabs as Tabs } from '~/lib/core/list/list-view';

/** Renders the links to the views of a list. */
export function ViewTabs({ tabs: { links, moreHref } }: { tabs: Tabs }) {
  return (
    <nav aria-label="Views" className="no-print mb-3">
      <ul className="view-tabs">
        {links.map(({ title, href, isCurrent }) => (
          <li key={href}>
            <Link to={href} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
        {moreHref && (
          <li>
            <Link to={moreHref}>More views</Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
