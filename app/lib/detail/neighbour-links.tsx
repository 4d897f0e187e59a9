import { Link } from '@remix-run/react';
import type { Neighbours } from '~/lib/detail/detail-view';
import { Icon } from '../../components/icon';

type NeighbourLinksProps = Pick<Neighbours, 'previous' | 'next'> & { singular: string };

/** Renders the links to the previous and the next record of the list from which the page was opened. */
export function NeighbourLinks({ previous, next, singular }: NeighbourLinksProps) {
  return (
    <nav aria-label="Neighbours in the list" className="flex gap-1 sm:gap-2">
      {previous && (
        <Link to={previous} rel="prev" className="button">
          <Icon name="chevron-left" />
          <span>
            Previous <span className="sr-only">{singular}</span>
          </span>
        </Link>
      )}{' '}
      {next && (
        <Link to={next} rel="next" className="button">
          <span>
            Next <span className="sr-only">{singular}</span>
          </span>
          <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
}
