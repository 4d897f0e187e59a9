import { Link } from '@remix-run/react';
import { WAITING_PATH } from '~/lib/menu';
import { useWaiting } from '../use-may-write';

const OVER = 'absolute right-2 top-2 leading-6';
const BELOW = 'block text-center leading-6';

interface WaitingBadgeProps {
  /** True if the badge is below the entry. False if the badge covers the end of the entry. */
  below: boolean;
  onClick: (() => void) | undefined;
}

/** Renders the number of accounts that wait for approval, as a link to them. Renders nothing if there are none. */
export function WaitingBadge({ below, onClick }: WaitingBadgeProps) {
  const count = useWaiting();
  if (count === 0) return null;
  return (
    <Link to={WAITING_PATH} className={`badge ${below ? BELOW : OVER}`} onClick={onClick}>
      {count} <span className="sr-only">waiting for approval</span>
    </Link>
  );
}
