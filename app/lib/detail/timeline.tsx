import { Link } from '@remix-run/react';
import type { TimelineItem, TimelineView } from '~/lib/detail/detail-view';
import { NamedLinks } from './named-links';

/** Renders the newest events of a person, and notes about events that the timeline does not contain. */
export function Timeline({ timeline: { items, total, lists, notes } }: { timeline: TimelineView }) {
  return (
    <section id="timeline" aria-labelledby="timeline-title" className="card mb-4 p-4 sm:p-5">
      <h2 id="timeline-title" className="mb-3">
        Timeline
      </h2>
      {items.length > 0 ? (
        <ol className="timeline">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events can be equal, and their order does not change
            <li key={index} className="flex flex-wrap gap-x-4 border-t border-line py-1.5">
              {renderItem(item)}
            </li>
          ))}
        </ol>
      ) : (
        <p>No field has the date of an event.</p>
      )}
      {total > items.length && (
        <p className="mt-3">
          These are the newest {items.length} of {total.toLocaleString('en')} events. The lists have
          the others.
        </p>
      )}
      {lists.length > 0 && <NamedLinks links={lists} className="mt-3" />}
      <div className="mt-3 text-sm text-muted">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </section>
  );
}

function renderItem({ day, date, title, detail, href, isPlanned }: TimelineItem) {
  return (
    <>
      <time dateTime={day} className="text-muted">
        {date}
      </time>{' '}
      <span>
        {href ? <Link to={href}>{title}</Link> : title}
        {detail && `: ${detail}`}
        {isPlanned && <span className="badge ml-2">Planned</span>}
      </span>
    </>
  );
}
