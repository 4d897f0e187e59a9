import { Link, useLocation } from '@remix-run/react';
import { useMayReadAccesses } from './use-may-write';

const tabs = [
  { to: '/audit', title: 'Actions' },
  { to: '/audit/sign-ins', title: 'Sign-ins' },
  { to: '/audit/errors', title: 'Errors' },
];
const administratorTabs = [
  { to: '/audit/accesses', title: 'Accesses' },
  { to: '/audit/erasures', title: 'Erasures' },
];

/** Renders links to the lists of the audit trail. Only administrators see the links to accesses and erasures. */
export function LogTabs() {
  const { pathname } = useLocation();
  const mayReadAccesses = useMayReadAccesses();
  return (
    <nav aria-label="Audit trail" className="no-print mb-3">
      <ul className="view-tabs">
        {[...tabs, ...(mayReadAccesses ? administratorTabs : [])].map(({ to, title }) => (
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
