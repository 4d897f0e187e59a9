import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { MenuGroupName } from '~/lib/menu';
import { SHORTCUTS_PATH } from '~/lib/menu';
import { SearchField } from '../../lib/search/search-field';
import { Icon } from '../icon';
import { LockButton } from '../lock-button';
import { Logo } from '../logo';
import { useOnDemand } from '../use-on-demand';
import { Breadcrumbs, useTrail } from './breadcrumbs';
import { SideMenu } from './side-menu';
import { SkipLinks } from './skip-links';
import { useArrival } from './use-arrival';
import { useShortcuts } from './use-shortcuts';
import { UserMenu } from './user-menu';

interface ShellProps {
  product: string;
  userName: string;
  /** The time, as HH:mm, at which the session ends if the user does nothing. */
  signedInUntil: string;
  mayImport: boolean;
  mayRestore: boolean;
  compactMenu: boolean;
  foldedGroups: readonly MenuGroupName[];
  /** True if the user has not turned off the shortcuts of a single key. */
  singleKeys: boolean;
  years: string;
  /** The time at which the page was opened. Printed pages show it. */
  openedAt: string;
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
  foldedGroups,
  singleKeys,
  years,
  openedAt,
  children,
}: ShellProps) {
  const drawer = useOnDemand(
    () => import('./menu-drawer'),
    () => location.assign('#menu'),
  );
  const trail = useTrail();
  const said = useArrival();
  useShortcuts(singleKeys);
  const menu = { mayImport, mayRestore, folded: foldedGroups };

  return (
    <div id="top" className="flex min-h-screen flex-col">
      <a
        href="#main"
        className="button sr-only left-2 top-2 z-50 focus:not-sr-only focus:absolute focus:px-3 focus:py-1.5"
      >
        Skip to the content
      </a>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-3 py-2 md:px-4">
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
        <SearchField />
        <div className="ml-auto flex gap-2 md:ml-0">
          <LockButton />
          <UserMenu name={userName} signedInUntil={signedInUntil} />
        </div>
      </header>
      {/* One text each: React writes a comment between two of them. */}
      <p className="print-note">{`Printed by ${userName}, page of ${openedAt}`}</p>
      <div className="flex grow">
        <SideMenu {...menu} compact={compactMenu} />
        {drawer.Component && <drawer.Component {...menu} compact={false} onClose={drawer.close} />}
        <div className="min-w-0 grow p-3 sm:p-4 md:p-6">
          {trail && <Breadcrumbs trail={trail} />}
          <main id="main" tabIndex={-1}>
            <SkipLinks />
            {children}
          </main>
          <div aria-live="polite" className="sr-only">
            {said && <p key={said.key}>{said.text}</p>}
          </div>
        </div>
      </div>
      <footer className="border-t border-line bg-surface px-4 py-3 text-sm text-muted">
        {`Copyright ${years} ${product} · `}
        <Link to={SHORTCUTS_PATH} className="inline-block min-h-6">
          Keyboard shortcuts
        </Link>
      </footer>
    </div>
  );
}
