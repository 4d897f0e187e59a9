import '~/styles/list.css';
import { Link } from '@remix-run/react';
import { SCORE_WORDS } from '~/lib/core/list/list-row';
import type { AttemptView } from '~/lib/quiz/load-attempt.server';
import { Marked } from '../../components/marked';
import { PageHead } from '../../components/page-head';
import { PostLink } from '../../components/post-link';
import { ScrollRegion } from '../../components/scroll-region';

/** The words for the mark of a selected answer. An answer is right if it equals the correct answer. */
const SELECTED_WORDS = { good: 'right', bad: 'wrong' } as const;

/** Renders a quiz attempt, with its fields and with the selected and the correct answers. */
export function QuizAttempt({ view }: { view: AttemptView }) {
  return (
    <div className="max-w-3xl">
      <PageHead {...view} />
      {view.fields.length > 0 && (
        <dl className="card mb-4 grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2 sm:p-5">
          {view.fields.map(({ title, text, href, fields, mark }) => (
            <div key={title}>
              <dt className="text-sm text-muted">{title}</dt>
              <dd className="break-words">
                {mark ? (
                  <Marked mark={mark} says={SCORE_WORDS[mark]}>
                    {text}
                  </Marked>
                ) : href && fields ? (
                  <PostLink href={href} fields={fields} className="link">
                    {text}
                  </PostLink>
                ) : href ? (
                  <Link to={href}>{text}</Link>
                ) : (
                  text || '—'
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {view.broken !== undefined && !view.error && (
        <section className="card p-4 sm:p-5">
          <p className="mb-2 text-warn">
            The stored answers cannot be read. They are shown as they are.
          </p>
          <pre className="whitespace-pre-wrap break-words text-sm">{view.broken}</pre>
        </section>
      )}
      {view.answers.length > 0 && (
        <ScrollRegion label="Answers" className="card">
          <table className="list-table w-full text-left">
            <caption className="sr-only">Answers</caption>
            <thead>
              <tr>
                {['No', 'Answer', 'Selected', 'Correct'].map((title) => (
                  <th key={title} scope="col" className="py-2">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {view.answers.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: answers of a host may share a number
                <tr key={`${index} ${row.no}`}>
                  <td className="py-2 tabular-nums">{row.no}</td>
                  <td className="break-words py-2">{row.answer}</td>
                  <td className="py-2">
                    <Marked mark={row.selected.mark} says={SELECTED_WORDS[row.selected.mark]}>
                      {row.selected.text}
                    </Marked>
                  </td>
                  <td className="py-2">
                    <Marked mark={row.correct.mark}>{row.correct.text}</Marked>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}
