import type { DetailView } from '~/lib/detail/detail-view';
import { Fold } from '../../components/fold';
import { PageHead } from '../../components/page-head';
import { AnswerChoice } from './answer-choice';
import { DetailSection } from './detail-section';
import { NamedLinks } from './named-links';
import { NeighbourLinks } from './neighbour-links';
import { Summary } from './summary';
import { Timeline } from './timeline';

/**
 * Renders a record that cannot be edited: a summary, its timeline, its fields in groups, and links to related lists.
 */
export function Detail({ view }: { view: DetailView }) {
  const { heading, related, rights, summary, timeline, answers, sections, explanationNote } = view;
  const { previous, next, note } = view.neighbours;
  const parts = [...(timeline ? [{ id: 'timeline', title: 'Timeline' }] : []), ...sections];
  return (
    <div className="max-w-5xl">
      <PageHead {...view} title={heading}>
        {(previous || next) && (
          <NeighbourLinks previous={previous} next={next} singular={view.singular} />
        )}
      </PageHead>
      {note && <p className="no-print mb-4 text-sm text-muted">{note}</p>}
      {view.withdrawn && (
        <p className="mb-4 rounded border border-warn bg-warn-soft px-3 py-2 text-warn">
          {view.withdrawn}
        </p>
      )}
      {summary.length > 0 && <Summary items={summary} />}
      <div className="page-links mb-4">
        {related.length > 0 && <NamedLinks links={related} />}
        {parts.length > 1 && (
          <nav aria-label="Sections" className="no-print contents sm:mt-2 sm:block sm:w-full">
            <Fold title="Sections">
              <ul className="flex flex-wrap gap-x-4 gap-y-2">
                {parts.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </Fold>
          </nav>
        )}
      </div>
      {timeline && <Timeline timeline={timeline} />}
      {answers && <AnswerChoice answers={answers} />}
      {sections.map((section) => (
        <DetailSection key={section.id} section={section} />
      ))}
      {rights.length > 0 && (
        <section aria-label="Requests of the participant" className="no-print mt-6">
          <h2 className="mb-2">Requests of the participant</h2>
          <NamedLinks links={rights} />
        </section>
      )}
      {explanationNote && <p className="text-sm text-muted">{explanationNote}</p>}
    </div>
  );
}
