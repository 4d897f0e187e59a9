import { Link } from '@remix-run/react';
import type { NamedLink } from '~/lib/detail/detail-view';
import { PostLink } from '../../components/post-link';

/** Renders links to lists, some of which post values that must not stand in an address. */
export function NamedLinks({ links, className = '' }: { links: NamedLink[]; className?: string }) {
  return (
    <ul className={`no-print flex flex-wrap gap-2 ${className}`}>
      {links.map(({ title, href, fields }) => (
        <li key={title}>
          {fields ? (
            <PostLink href={href} fields={fields} className="button">
              {title}
            </PostLink>
          ) : (
            <Link to={href} className="button">
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
