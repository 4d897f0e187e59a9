import { Link } from '@remix-run/react';
import { Icon } from './icon';

/** Renders a link to the history of a record. Renders nothing without an address. */
export function HistoryLink({ href }: { href: string | undefined }) {
  if (href === undefined) return null;
  return (
    <Link to={href} className="button no-print mb-4 ml-2">
      <Icon name="history" /> Record history
    </Link>
  );
}
