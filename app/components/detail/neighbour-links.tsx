import { Link } from '@remix-run/react';
import type { Neighbours } from '~/lib/detail/detail-view';
import { Icon } from '../icon';

/** Renders the links to the previous and the next record of the list from which the page was opened. */
export function NeighbourLinks(props: Neighbours & { singular: string }) {
  const { previous, next, note, singular } = props;
  if (note) return <p className="no-print mb-4 text-sm text-muted">{note}</p>;
  if (!previous && !next) return null;
  return (
    <nav aria-label="Neighbours in the list" className="page-links no-print mb-4">
      {previous && (
        <Link to={previous} rel="prev" className="button">
          <Icon name="chevron-left" /> <Direction word="Previous" singular={singular} />
        </Link>
      )}{' '}
      {next && (
        <Link to={next} rel="next" className="button">
          <Direction word="Next" singular={singular} /> <Icon name="chevron-right" />
        </Link>
      )}
    </nav>
  );
}

/** Renders the text of a link. On phones, it is only the first word for users who see it. */
function Direction({ word, singular }: { word: string; singular: string }) {
  return (
    <span>
      {word} <span className="sr-only sm:not-sr-only">{singular}</span>
    </span>
  );
}
