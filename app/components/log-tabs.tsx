import { Link, useLocation } from '@remix-run/react';
import { useMayReadAccesses } from './use-may-write';

const tabs = [
  { to: '/audit', title: 'Actions' },
  { to: '/audit/sign-ins', title: 'Sign-ins' },
  { to: '/audit/errors', title: 'Errors' },
];
const accesses = { to: '/audit/accesses', title: 'Accesses' };

/** Renders links to the lists of the audit trail. Only users who may read the list of accesses see its link. */
export function LogTabs() {
  const { pathname } = useLocation();
  const mayReadAccesses = useMayReadAccesses();
  return (
    <nav aria-label="Audit trail" className="no-print mb-3">
      <ul className="view-tabs">
        {(mayReadAccesses ? [...tabs, accesses] : tabs).map(({ to, title }) => (
          <li key={to}>
            <Link to={to} aria-current={to === pathname ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
