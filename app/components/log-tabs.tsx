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
    <nav aria-label="Audit trail" className="no-print -mt-2 mb-4">
      <ul className="flex flex-wrap gap-1 border-b border-line">
        {(mayReadAccesses ? [...tabs, accesses] : tabs).map(({ to, title }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === pathname ? 'page' : undefined}
              className={`-mb-px block border-b-2 px-4 py-2 hover:no-underline ${
                to === pathname
                  ? 'border-accent font-semibold text-accent'
                  : 'border-transparent text-muted hover:border-line-strong'
              }`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
