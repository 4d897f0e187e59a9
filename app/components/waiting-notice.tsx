import { Link } from '@remix-run/react';
import { WAITING_PATH } from '~/lib/menu';
import { Icon } from './icon';
import { useWaiting } from './use-may-write';

/** Renders a link to the accounts that wait for approval, with their number. Renders nothing if there are none. */
export function WaitingNotice() {
  const count = useWaiting();
  if (count === 0) return null;
  return (
    <p className="no-print mb-4">
      <Link to={WAITING_PATH} className="button">
        <Icon name="clock" /> Accounts waiting for approval <span className="badge">{count}</span>
      </Link>
    </p>
  );
}
