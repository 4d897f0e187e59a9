import { Link } from '@remix-run/react';
import type { MenuItem } from '~/lib/menu';
import { Icon } from '../icon';
import { WaitingBadge } from './waiting-badge';

export interface EntryProps {
  /** The entry of the current page, or of the list that the current page belongs to. */
  active: MenuItem | undefined;
  /** The `aria-current` of the active entry: `page` if it leads to the current page, or else `true`. */
  current: 'page' | 'true';
  compact: boolean;
  onClick: (() => void) | undefined;
}

/** Renders an entry of the menu. If the menu is compact, wide screens show only the icon. */
export function MenuEntry({
  item,
  active,
  current,
  compact,
  onClick,
}: EntryProps & { item: MenuItem }) {
  return (
    <li className={item.countsWaiting ? 'relative' : undefined}>
      <Link
        to={item.path}
        reloadDocument={item.ownDocument}
        title={compact ? item.title : undefined}
        aria-current={item === active ? current : undefined}
        onClick={onClick}
        className="menu-link"
        // The attribute of discovered links would take 20 bytes each, and lazy route discovery is off (remix.config.js).
        discover="none"
      >
        <Icon name={item.icon} />
        <span className={compact ? 'md:sr-only' : undefined}>{item.title}</span>
      </Link>{' '}
      {item.countsWaiting && <WaitingBadge below={compact} onClick={onClick} />}
    </li>
  );
}
