import '~/styles/transcript.css';
import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import type { TranscriptView } from '~/lib/transcript/transcript-view';
import { Icon } from '../../components/icon';
import { TranscriptPager } from './transcript-pager';
import { TranscriptRun } from './transcript-run';
import { TranscriptTools } from './transcript-tools';

/** Renders a conversation as a transcript: its messages, oldest first, grouped by day and by author. */
export function Transcript({ view }: { view: TranscriptView }) {
  const { heading, pages, days, notes, error } = view;
  return (
    <>
      <h2 className="mb-3">
        {heading}
        {!error && (
          <span className="badge ml-2 align-middle">{pages.total.toLocaleString('en')}</span>
        )}
      </h2>
      {error && (
        <p role="alert" className="mb-3 rounded border border-bad bg-bad-soft px-3 py-2 text-bad">
          {error}
        </p>
      )}
      <TranscriptTools view={view} />
      {notes.map((note) => (
        <p key={note} className="mb-3 flex items-center gap-2 text-muted">
          <Icon name="info" /> {note}
        </p>
      ))}
      {days.length === 0 && (
        <p className="card p-8 text-center font-medium text-muted">
          {error ? 'Could not show information' : 'No Data'}
        </p>
      )}
      {pages.earlier && (
        <p className="no-print">
          <Link to={pages.earlier} className="button">
            <Icon name="arrow-up" /> Earlier messages
          </Link>
        </p>
      )}
      {days.map(({ title, anchor, runs }) => (
        <Fragment key={anchor}>
          <h3 id={anchor} className="transcript-day">
            {title}
          </h3>
          <ol className="transcript-runs">
            {runs.map((run) => (
              <TranscriptRun key={run.bubbles[0]?.anchor} run={run} search={view.search} />
            ))}
          </ol>
        </Fragment>
      ))}
      <TranscriptPager pages={pages} />
    </>
  );
}
