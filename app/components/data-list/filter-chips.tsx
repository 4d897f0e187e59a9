import { Link } from '@remix-run/react';
import type { Chip } from '~/lib/core/list/list-view';
import { Icon } from '../icon';

/**
 * Renders the active filters, including filters of hidden columns. Each is a link to the list without this filter.
 */
export function FilterChips({ chips, clearHref }: { chips: readonly Chip[]; clearHref: string }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters in force" className="mb-3 flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={chip.text}>
          <Link
            to={chip.href}
            className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-1 text-sm text-accent"
          >
            {chip.text}
            <Icon name="x" />
            <span className="sr-only">Remove this filter</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={clearHref} className="text-sm">
          Clear all filters
        </Link>
      </li>
    </ul>
  );
}
