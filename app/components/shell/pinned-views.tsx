import { Link } from '@remix-run/react';
import { Icon } from '../icon';
import { usePinnedViews } from '../use-may-write';

interface PinnedViewsProps {
  /** The path of the list. */
  list: string;
  compact: boolean;
  onClick: (() => void) | undefined;
}

/** Renders the views of a list that the user has pinned to the menu. */
export function PinnedViews({ list, compact, onClick }: PinnedViewsProps) {
  const views = usePinnedViews().filter((view) => view.list === list);
  return views.map(({ title, href }) => (
    <li key={href}>
      <Link
        to={href}
        title={compact ? title : undefined}
        onClick={onClick}
        className={`menu-link text-sm ${compact ? '' : 'ml-5'}`}
      >
        <Icon name="bookmark" />
        <span className={compact ? 'md:sr-only' : 'min-w-0 break-words'}>{title}</span>
      </Link>
    </li>
  ));
}
