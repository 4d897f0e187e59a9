import { Form, Link } from '@remix-run/react';
import type { TranscriptView } from '~/lib/transcript/transcript-view';
import { Fold } from '../../components/fold';
import { Icon } from '../../components/icon';
import { useSyncedValue } from '../../components/use-synced-value';
import { MatchLinks } from './match-links';

/** Renders the search in the conversation, which is posted, and the jump to a date, whose address can be bookmarked. */
export function TranscriptTools({ view: { path, search, jump } }: { view: TranscriptView }) {
  const searchInput = useSyncedValue<HTMLInputElement>(search.q);
  const dayInput = useSyncedValue<HTMLInputElement>(jump.day);
  return (
    <div className="no-print mb-4 grid gap-3">
      <Fold title="Search and dates" isOpen={Boolean(search.q || jump.day || jump.error)}>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <Form method="post" action={path} className="w-full sm:w-80">
            <label htmlFor="search-messages" className="mb-1 block font-medium">
              Search in this conversation
            </label>
            <span className="flex gap-2">
              <input
                ref={searchInput}
                id="search-messages"
                type="search"
                name="q"
                defaultValue={search.q}
                maxLength={200}
                className="input h-9"
              />
              <button type="submit" className="button" aria-label="Search messages">
                <Icon name="search" /> Search
              </button>
            </span>
          </Form>
          <Form method="get" action={path}>
            {jump.hidden.map(({ name, value }) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <label htmlFor="jump-day" className="mb-1 block font-medium">
              Jump to a date
            </label>
            <span className="flex gap-2">
              <input
                ref={dayInput}
                id="jump-day"
                type="date"
                name="day"
                defaultValue={jump.day}
                aria-invalid={jump.error ? true : undefined}
                aria-describedby={jump.error || jump.note ? 'day-note' : undefined}
                className="input h-9 w-auto"
              />
              <button type="submit" className="button" aria-label="Go to the date">
                Go
              </button>
            </span>
          </Form>
        </div>
      </Fold>
      {(jump.error || jump.note) && (
        <p id="day-note" role="status" className={jump.error ? 'text-bad' : 'text-muted'}>
          {jump.error || jump.note}
        </p>
      )}
      {search.clear && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {search.summary && (
            <p role="status" className="font-medium">
              {search.summary}
            </p>
          )}
          <MatchLinks search={search} />
          {search.older && <Link to={search.older.href}>{search.older.text}</Link>}
          <Link to={search.clear}>Clear search</Link>
        </div>
      )}
    </div>
  );
}
