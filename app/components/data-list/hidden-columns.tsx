import { Link } from '@remix-run/react';
import { ALL_OPEN, type ListView } from '~/lib/core/list/list-view';

/**
 * Renders two links for the widths at which some default columns are hidden: to the list with all default columns in
 * its table, and to the list with the details of all rows open. If the user has chosen columns, renders only a link
 * back to the default columns.
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
      {allOpen ? 'Hide the details' : 'Show the details of all rows'}
    </Link>
  );
}
