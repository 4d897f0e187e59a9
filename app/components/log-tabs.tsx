import { Link, useLocation } from '@remix-run/react';

const tabs = [
  { to: '/audit', title: 'Actions' },
  { to: '/audit/sign-ins', title: 'Sign-ins' },
  { to: '/audit/errors', title: 'Errors' },
];

/** Renders links to the three lists of the audit trail. */
export function LogTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Audit trail" className="no-print mb-5">
      <ul className="flex flex-wrap gap-1 border-b border-line">
        {tabs.map(({ to, title }) => (
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
