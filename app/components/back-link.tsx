import { Link } from '@remix-run/react';
import { Icon } from './icon';

/** Renders a link back to a page's parent page. */
export function BackLink({ href, title }: { href: string; title: string }) {
  return (
    <Link to={href} className="button no-print">
      <Icon name="arrow-left" /> Back to {title}
    </Link>
  );
}
