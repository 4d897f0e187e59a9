import { Link } from '@remix-run/react';
import type { TranscriptSearch } from '~/lib/transcript/transcript-view';
import { Icon } from '../../components/icon';

/** Renders the links to the previous and the next message that contains the searched text. */
export function MatchLinks({ search: { previous, next } }: { search: TranscriptSearch }) {
  if (!previous && !next) return null;
  return (
    <span className="no-print flex flex-wrap gap-1">
      {previous && (
        <Link to={previous} className="button">
          <Icon name="arrow-up" /> Previous match
        </Link>
      )}{' '}
      {next && (
        <Link to={next} className="button">
          <Icon name="arrow-down" /> Next match
        </Link>
      )}
    </span>
  );
}
