import { Link } from '@remix-run/react';
import { ALL_OPEN, type ListView } from '~/lib/list/list-view';

/** Renders a link that opens or closes the details of all rows, at widths at which some columns are hidden. */
export function AllDetails({ view }: { view: ListView }) {
  const { rows, widest, open, openHref, closedHref } = view;
  if (widest === 0 || rows.length === 0) return null;
  const allOpen = open === ALL_OPEN;
  return (
    <p className={`no-print mt-3 details-${widest}`}>
      <Link to={allOpen ? closedHref : `${openHref}${ALL_OPEN}`} preventScrollReset>
        {allOpen
          ? 'Hide the columns that do not fit'
          : 'Show the columns that do not fit below each row'}
      </Link>
    </p>
  );
}
