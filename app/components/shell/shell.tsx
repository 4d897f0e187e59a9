import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '../icon';
import { Logo } from '../logo';
import { useOnDemand } from '../use-on-demand';
import { SideMenu } from './side-menu';
import { useFocusOnArrival } from './use-focus-on-arrival';
import { UserMenu } from './user-menu';

interface ShellProps {
  product: string;
  userName: string;
  /** The time, as HH:mm, at which the session ends if the user does nothing. */
  signedInUntil: string;
  mayImport: boolean;
  mayRestore: boolean;
  compactMenu: boolean;
  years: string;
  children: ReactNode;
}

/** Renders the frame of every signed-in page: the header, the menu, the content and the footer. */
export function Shell({
  product,
  userName,
  signedInUntil,
  mayImport,
  mayRestore,
  compactMenu,
  years,
  children,
}: ShellProps) {
  const drawer = useOnDemand(
    () => import('./menu-drawer'),
    () => location.assign('#menu'),
  );
  useFocusOnArrival('main');

  return (
    <div id="top" className="flex min-h-screen flex-col">
      <a href="#main" className="button sr-only left-2 top-2 z-50 focus:not-sr-only focus:absolute">
        Skip to the content
      </a>
      <header className="flex items-center gap-3 border-b border-line bg-surface px-3 py-2 md:px-4">
        <a href="#menu" className="button px-2.5 md:hidden" {...drawer.handlers}>
          <Icon name="menu" />
          <span className="sr-only">Open menu</span>
        </a>
        <Link
          to="/home"
          className="flex items-center gap-2 font-semibold text-ink hover:no-underline"
        >
          <Logo /> {product}
        </Link>
        <div className="ml-auto">
          <UserMenu name={userName} signedInUntil={signedInUntil} />
        </div>
      </header>
      <div className="flex grow">
        <SideMenu mayImport={mayImport} mayRestore={mayRestore} compact={compactMenu} />
        {drawer.Component && (
          <drawer.Component
            mayImport={mayImport}
            mayRestore={mayRestore}
            compact={false}
            onClose={drawer.close}
          />
        )}
        <main id="main" tabIndex={-1} className="min-w-0 grow p-3 outline-none sm:p-4 md:p-6">
          {children}
        </main>
      </div>
      <footer className="border-t border-line bg-surface px-4 py-3 text-sm text-muted">
        Copyright {years} {product}
      </footer>
    </div>
  );
}
