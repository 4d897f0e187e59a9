import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import type { TranscriptPages } from '~/lib/transcript/transcript-view';
import { Icon } from '../../components/icon';

/**
 * Renders the links to other pages below the last message. Its id, `end`, is the target of links to the newest messages
 * of a page. The `{' '}` after each link separates the links in text browsers.
 */
export function TranscriptPager({ pages }: { pages: TranscriptPages }) {
  const links = [
    { title: 'Oldest messages', href: pages.oldest, icon: 'chevrons-left' },
    { title: 'Earlier messages', href: pages.earlier, icon: 'chevron-left' },
    { title: 'Later messages', href: pages.later, icon: 'chevron-right' },
    { title: 'Newest messages', href: pages.newest, icon: 'chevrons-right' },
  ];
  return (
    <div id="end" className="no-print mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      {pages.range && <p className="text-muted">{pages.range}</p>}
      <nav aria-label="Pages" className="flex flex-wrap items-center gap-1 empty:hidden">
        {links.map(
          ({ title, href, icon }) =>
            href && (
              <Fragment key={title}>
                <Link to={href} className="button">
                  <Icon name={icon} /> {title}
                </Link>{' '}
              </Fragment>
            ),
        )}
      </nav>
      <p className="flex flex-wrap items-center gap-1 text-muted sm:ml-auto">
        <span className="mr-1">Messages a page:</span>
        {pages.sizes.map(({ size, href }) => (
          <Fragment key={size}>
            {href ? (
              <Link to={href} className="rounded px-2 py-1" aria-label={`${size} messages a page`}>
                {size}
              </Link>
            ) : (
              <strong aria-current="true" className="rounded bg-accent-soft px-2 py-1 text-accent">
                {size}
              </strong>
            )}{' '}
          </Fragment>
        ))}
      </p>
    </div>
  );
}
