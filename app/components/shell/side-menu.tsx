import { Form, useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import { getMenu, home, type MenuGroupName } from '~/lib/menu';
import { Icon } from '../icon';
import { useTrail } from './breadcrumbs';
import { findSection } from './find-section';
import { MenuEntry } from './menu-entry';
import { MenuGroup } from './menu-group';

export interface MenuContentProps {
  mayImport: boolean;
  mayRestore: boolean;
  compact: boolean;
  folded: readonly MenuGroupName[];
  onClose: (() => void) | undefined;
}

/**
 * Renders the menu as a column with a width of 250 px or 60 px, which stays in view and scrolls by itself. On narrow
 * screens it is a drawer, which MenuDrawer replaces if script runs.
 */
export function SideMenu(props: Omit<MenuContentProps, 'onClose'>) {
  const { compact } = props;
  const location = useLocation();
  const body = useRef<HTMLDivElement>(null);
  useEntryInView(body);
  return (
    <nav
      id="menu"
      aria-label="Main menu"
      className={`menu border-r border-line bg-surface ${compact ? 'md:w-menu-compact' : 'md:w-menu'}`}
    >
      <div ref={body} className="menu-body">
        <SideMenuContent {...props} onClose={undefined} />
        <Form
          method="post"
          action="/preferences"
          className="hidden border-t border-line p-2 md:block"
        >
          <input type="hidden" name="to" value={location.pathname + location.search} />
          <button
            type="submit"
            name="menu"
            value={compact ? 'wide' : 'compact'}
            className="flex w-full items-center gap-3 rounded px-2.5 py-2 text-muted hover:bg-sunken"
          >
            <Icon name={compact ? 'chevrons-right' : 'chevrons-left'} />
            <span className={compact ? 'md:sr-only' : ''}>
              {compact ? 'Expand menu' : 'Collapse menu'}
            </span>
          </button>
        </Form>
      </div>
    </nav>
  );
}

/** Renders the link that closes the drawer, and the entries of the menu below it. */
export function SideMenuContent({ compact, folded, onClose, ...rights }: MenuContentProps) {
  const { pathname } = useLocation();
  const groups = getMenu(rights);
  const active = findSection(groups, pathname, useTrail());
  const current = active?.path === pathname ? 'page' : 'true';
  const entry = { active, current, compact, onClick: onClose } as const;
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without script the address opens and closes the drawer */}
      <a
        href="#top"
        className="button m-3 md:hidden"
        data-autofocus={onClose && true}
        onClick={(event) => {
          if (!onClose) return;
          event.preventDefault();
          onClose();
        }}
      >
        <Icon name="x" /> Close menu
      </a>
      <ul className="p-2">
        <MenuEntry item={home} {...entry} />
      </ul>
      {groups.map((group) => (
        <MenuGroup
          key={group.name}
          group={group}
          isFolded={folded.includes(group.name)}
          {...entry}
        />
      ))}
    </>
  );
}

/** Scrolls the menu to the entry of the current page. Does not scroll the page, as `scrollIntoView` would. */
function useEntryInView(menu: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    const body = menu.current;
    const entry = body?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!body || !entry) return;
    const { top, bottom } = body.getBoundingClientRect();
    // At the top of a page, the header pushes the end of the menu out of the window.
    const below = entry.bottom - Math.min(bottom, window.innerHeight);
    body.scrollTop += below > 0 ? below : Math.min(0, entry.top - top);
  }, [pathname, menu]);
}
