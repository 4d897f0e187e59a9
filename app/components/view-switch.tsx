import { Link } from '@remix-run/react';
import { Icon } from './icon';

interface ViewSwitchProps {
  tableHref: string;
  transcriptHref: string;
  current: 'table' | 'transcript';
}

/** Renders the links that switch between the transcript and the table of the same messages. */
export function ViewSwitch({ tableHref, transcriptHref, current }: ViewSwitchProps) {
  return (
    <nav aria-label="View" className="no-print mb-4 flex gap-1">
      {(
        [
          ['transcript', 'Transcript', transcriptHref, 'messages-square'],
          ['table', 'Table', tableHref, 'columns-3'],
        ] as const
      ).map(([view, title, href, icon]) => (
        <Link
          key={view}
          to={href}
          aria-current={view === current ? 'page' : undefined}
          className={
            view === current ? 'button border-accent bg-accent-soft text-accent' : 'button'
          }
        >
          <Icon name={icon} /> {title}
        </Link>
      ))}
    </nav>
  );
}
