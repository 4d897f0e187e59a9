import { Link } from '@remix-run/react';
import { ALL_OPEN, type ListView } from '~/lib/list/list-view';

/**
 * Renders the links to the columns that do not fit: to all default columns as chosen ones, and to the details of all
 * rows. They are visible at the widths at which some columns are hidden. If columns are chosen, renders a link to the
 * default ones.
 */
export function HiddenColumns({ view }: { view: ListView }) {
  const { rows, columns, isChosen, otherColumnsHref, widest, hasDetails } = view;
  if (!isChosen && !hasDetails) return null;
  return (
    <p
      className={`no-print mt-3 flex flex-wrap gap-x-6 gap-y-2 ${isChosen ? '' : `details-${widest}`}`}
    >
      <Link to={otherColumnsHref} preventScrollReset>
        {isChosen ? 'Show the default columns' : `Show all ${columns.length} columns`}
      </Link>
      {hasDetails && rows.length > 0 && <DetailsLink view={view} />}
    </p>
  );
}

/** Renders the link that opens or closes the details of all rows. */
function DetailsLink({ view: { open, openHref, closedHref } }: { view: ListView }) {
  const allOpen = open === ALL_OPEN;
  return (
    <Link to={allOpen ? closedHref : `${openHref}${ALL_OPEN}`} preventScrollReset>
      {allOpen
        ? 'Hide the columns that do not fit'
        : 'Show the columns that do not fit below each row'}
    </Link>
  );
}
