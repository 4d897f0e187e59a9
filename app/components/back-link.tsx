import { Link } from '@remix-run/react';
import { Icon } from './icon';

interface BackLinkProps {
  href: string;
  title: string;
  /** True beside further links. On phones, users then see only the word Back, below the link of the breadcrumbs. */
  isShort?: boolean;
}

/** Renders a link back to a page's parent page. */
export function BackLink({ href, title, isShort }: BackLinkProps) {
  return (
    <Link to={href} className="button no-print max-w-full">
      <Icon name="arrow-left" />
      <span className="truncate">
        Back <span className={isShort ? 'sr-only sm:not-sr-only' : undefined}>to {title}</span>
      </span>
    </Link>
  );
}
