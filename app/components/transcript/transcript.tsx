import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import type { TranscriptView } from '~/lib/transcript/transcript-view';
import { Pager } from '../data-list/pager';
import { Icon } from '../icon';
import { TranscriptBubble } from './transcript-bubble';

/** Renders a conversation as a transcript: its messages in order, grouped by day. */
export function Transcript({ view }: { view: TranscriptView }) {
  return (
    <>
      <h2 className="mb-3 break-words">{view.heading}</h2>
      {view.error && (
        <p role="alert" className="mb-3 rounded border border-bad bg-bad-soft px-3 py-2 text-bad">
          {view.error}
        </p>
      )}
      {view.note && (
        <p className="mb-3 flex items-center gap-2 text-muted">
          <Icon name="info" /> {view.note}
        </p>
      )}
      {view.days.length === 0 && (
        <p className="card p-8 text-center font-medium text-muted">
          {view.error ? 'Could not show information' : 'No Data'}
        </p>
      )}
      {view.earlierHref && (
        <p className="no-print">
          <Link to={view.earlierHref}>Earlier messages</Link>
        </p>
      )}
      {view.days.map((day) => (
        <Fragment key={day.bubbles[0]?.anchor}>
          <h3 className="transcript-day">{day.title}</h3>
          <ol className="grid max-w-3xl gap-1">
            {day.bubbles.map((bubble) => (
              <TranscriptBubble key={bubble.anchor} bubble={bubble} />
            ))}
          </ol>
        </Fragment>
      ))}
      <Pager pager={view.pager} />
    </>
  );
}
