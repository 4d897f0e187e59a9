import { Link } from '@remix-run/react';
import type { FollowUpState } from 'shared/follow-up-state';
import type { SummaryItem } from '~/lib/detail/detail-view';
import { Icon } from '../../components/icon';

const states: Readonly<
  Record<Exclude<FollowUpState, 'none'>, { word: string; icon: string; color: string }>
> = {
  overdue: { word: 'Overdue', icon: 'circle-alert', color: 'text-bad' },
  due: { word: 'Due', icon: 'clock', color: 'text-warn' },
  later: { word: 'Later', icon: 'calendar-check', color: 'text-muted' },
};

/** Renders the values by which users recognize a person, and the state of the next follow-up. */
export function Summary({ items }: { items: SummaryItem[] }) {
  return (
    <section aria-labelledby="summary" className="card mb-4 p-4 sm:p-5">
      <h2 id="summary" className="mb-2 sm:mb-3">
        Summary
      </h2>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 sm:gap-y-3">
        {items.map(({ title, text, state, source }) => (
          <div key={title}>
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="break-words font-medium">
              {state && state !== 'none' && (
                <>
                  <span className={`font-semibold ${states[state].color}`}>
                    <Icon name={states[state].icon} /> {states[state].word}
                  </span>
                  :{' '}
                </>
              )}
              {text || '—'}
            </dd>
            {source && (
              <dd className="text-sm">
                {source.href ? <Link to={source.href}>{source.text}</Link> : source.text}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
