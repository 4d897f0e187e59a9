import { Link } from '@remix-run/react';
import type { AwaitedFigures, CardView } from '~/lib/overview/overview-view';
import { Icon } from '../../components/icon';
import { useAwaitedFigures } from './use-awaited-figures';
import { WeekBars } from './week-bars';

/**
 * Renders the figures of the study, or one sentence while none of them has been computed. `maySet` is true if the user
 * can choose the figures.
 */
export function Overview({
  cards: loaded,
  maySet,
  refresh,
}: {
  cards: readonly CardView[];
  maySet: boolean;
  refresh?: AwaitedFigures;
}) {
  const awaited = useAwaitedFigures(refresh);
  const cards = awaited.cards ?? loaded;
  if (cards.length === 0 && !maySet) return null;
  const isFirst = cards.length > 0 && cards.every(({ asOf, problem }) => !asOf && !problem);
  return (
    <section className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto">The study at a glance</h2>
        {maySet && (
          <Link to="/home/settings" className="button no-print">
            <Icon name="pencil" /> Choose figures
          </Link>
        )}
      </div>
      <p role="status" className={awaited.note ? 'mb-2 text-sm text-muted' : undefined}>
        {awaited.note}
      </p>
      {isFirst ? (
        <p className="card p-4 text-muted">The figures are being counted for the first time.</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card) => (
            <li key={card.name} className="card min-w-0 p-4">
              <OverviewCard card={card} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OverviewCard({
  card: { title, figures, weeks, first, asOf, outdated, notYet, problem },
}: {
  card: CardView;
}) {
  return (
    <>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul>
        {figures.map(({ label, text, href }) => (
          <li key={label}>
            <Link to={href} className="inline-block min-h-6">
              <span className="text-lg font-semibold">{text}</span> {label}
            </Link>
          </li>
        ))}
      </ul>
      {weeks && <WeekBars weeks={weeks} />}
      {first && (
        <Link to={first.href} className="mt-2 block text-sm text-ink">
          {first.rows.map(({ name, when }, index) => (
            // Two accounts may have the same name here, and their order is that of the list.
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
            <span key={index} className="flex flex-wrap justify-between gap-x-2">
              <span className="min-w-0 break-words">{name}</span>{' '}
              <span className="text-muted">{when}</span>
            </span>
          ))}
        </Link>
      )}
      {problem && (
        <p className="mt-2 text-sm text-warn">
          <Icon name="circle-alert" /> {problem}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">
        {asOf ? `As of ${asOf}${outdated ? `. ${outdated}` : ''}` : notYet}
      </p>
    </>
  );
}
