import { Form, Link, useLocation } from '@remix-run/react';
import { getMenu, home, type MenuGroup, type MenuItem } from '~/lib/menu';
import { Icon } from '../icon';

export interface MenuContentProps {
  mayImport: boolean;
  mayRestore: boolean;
  compact: boolean;
  onClose: (() => void) | undefined;
}

/**
 * Renders the menu as a column with a width of 250 px or 60 px. On narrow screens it is a drawer, which
 * MenuDrawer replaces if script runs.
 */
export function SideMenu(props: Omit<MenuContentProps, 'onClose'>) {
  const { compact } = props;
  const location = useLocation();
  return (
    <nav
      id="menu"
      aria-label="Main menu"
      className={`menu border-r border-line bg-surface ${compact ? 'md:w-menu-compact' : 'md:w-menu'}`}
    >
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
    </nav>
  );
}

/** Renders the link that closes the drawer, and the entries of the menu below it. */
export function SideMenuContent({ compact, onClose, ...rights }: MenuContentProps) {
  const { pathname } = useLocation();
  const groups = getMenu(rights);
  const active = [home, ...groups.flatMap(({ items }) => items)].find(({ path }) =>
    `${pathname}/`.startsWith(`${path}/`),
  );
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
      <Entries groups={groups} active={active} compact={compact} onClick={onClose} />
    </>
  );
}

interface EntriesProps {
  groups: readonly MenuGroup[];
  /** The entry of the current page, or of the list that the current page belongs to. */
  active: MenuItem | undefined;
  compact: boolean;
  onClick: (() => void) | undefined;
}

function Entries({ groups, ...entry }: EntriesProps) {
  return (
    <>
      <ul className="p-2">
        <Entry item={home} {...entry} />
      </ul>
      {groups.map(({ title, items }) => (
        <section key={title} className="px-2 pb-3">
          <h2
            className={`px-2.5 pb-1 pt-2 text-xs font-semibold uppercase tracking-wide text-muted ${entry.compact ? 'md:sr-only' : ''}`}
          >
            {title}
          </h2>
          <ul>
            {items.map((item) => (
              <Entry key={item.path} item={item} {...entry} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface EntryProps extends Omit<EntriesProps, 'groups'> {
  item: MenuItem;
}

function Entry({ item, active, compact, onClick }: EntryProps) {
  return (
    <li>
      <Link
        to={item.path}
        reloadDocument={item.ownDocument}
        title={compact ? item.title : undefined}
        aria-current={item === active ? 'page' : undefined}
        onClick={onClick}
        className="menu-link"
      >
        <Icon name={item.icon} />
        <span className={compact ? 'md:sr-only' : undefined}>{item.title}</span>
      </Link>
    </li>
  );
}
