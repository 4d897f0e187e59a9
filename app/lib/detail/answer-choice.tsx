import { Link } from '@remix-run/react';
import type { AnswerSwitch } from '~/lib/detail/detail-view';

/** Renders the choice between showing all fields and showing only answered fields. */
export function AnswerChoice({ answers }: { answers: AnswerSwitch }) {
  const { showsAll, answered, total, otherHref } = answers;
  const choices = [
    { title: 'Answered only', isChosen: !showsAll },
    { title: 'All fields', isChosen: showsAll },
  ];
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav aria-label="Fields" className="no-print flex flex-wrap gap-1">
        {choices.map(({ title, isChosen }) =>
          isChosen ? (
            <strong
              key={title}
              aria-current="true"
              className="rounded bg-accent-soft px-3 py-1.5 text-accent"
            >
              {title}
            </strong>
          ) : (
            <Link key={title} to={otherHref} preventScrollReset className="px-3 py-1.5">
              {title}
            </Link>
          ),
        )}
      </nav>
      <p className="text-muted">
        {answered} of {total} fields have an answer.
      </p>
    </div>
  );
}
