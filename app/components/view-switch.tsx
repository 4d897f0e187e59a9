import { Link } from '@remix-run/react';
import { Icon } from './icon';

interface ViewSwitchProps {
  tableHref: string;
  transcriptHref: string;
  current: 'table' | 'transcript';
}

/** Renders the links that switch between the transcript and the table of the same messages. */
export function ViewSwitch({ tableHref, transcriptHref, current }: ViewSwitchProps) {
  // From a table, the transcript is the better way to read. A verb shows that it is not the current view.
  const transcriptTitle = current === 'table' ? 'Read as transcript' : 'Transcript';
  return (
    <nav aria-label="View" className="no-print flex gap-1">
      {(
        [
          ['transcript', transcriptTitle, transcriptHref, 'messages-square'],
          ['table', 'Table', tableHref, 'columns-3'],
        ] as const
      ).map(([view, title, href, icon]) => (
        <Link
          key={view}
          to={href}
          aria-current={view === current ? 'page' : undefined}
          className={getLinkClass(view, view === current)}
        >
          <Icon name={icon} /> {title}
        </Link>
      ))}
    </nav>
  );
}

/** Returns the classes of a link. The link from a table to the transcript stands out. */
function getLinkClass(view: ViewSwitchProps['current'], isCurrent: boolean): string {
  if (isCurrent) return 'button border-accent bg-accent-soft text-accent';
  return view === 'transcript' ? 'button-primary' : 'button';
}
