import { Link } from '@remix-run/react';
import type { DetailView } from '~/lib/detail/load-detail.server';
import { PageHead } from './page-head';
import { PostLink } from './post-link';

/** Renders a record that cannot be edited, with its fields in groups and links to related lists. */
export function Detail({ view }: { view: DetailView }) {
  return (
    <div className="mx-auto max-w-5xl">
      <PageHead {...view} title={view.heading} />
      {view.related.length > 0 && (
        <ul className="no-print mb-4 flex flex-wrap gap-2">
          {view.related.map(({ title, href, fields }) => (
            <li key={title}>
              {fields ? (
                <PostLink href={href} fields={fields} className="button">
                  {title}
                </PostLink>
              ) : (
                <Link to={href} className="button">
                  {title}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {view.sections.map((section) => (
        <section key={section.title} className="card mb-4 p-4 sm:p-5">
          <h2 className="mb-3">{section.title}</h2>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            {section.fields.map(({ title, text }) => (
              <div key={title}>
                <dt className="text-sm text-muted">{title}</dt>
                <dd className="break-words">{text || '—'}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
