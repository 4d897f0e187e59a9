import type { DetailField, DetailSection as Section } from '~/lib/detail/detail-view';
import { RevealButton } from '../../components/reveal-button';

/** Renders a group of fields with their answers. */
export function DetailSection({ section: { id, title, fields } }: { section: Section }) {
  return (
    <section id={id} className="card mb-4 p-4 sm:p-5">
      <h2 className="mb-3">{title}</h2>
      <dl className="fields grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map((field) => (
          <div key={field.title}>
            <dt className="text-sm text-muted">{renderTitle(field)}</dt>
            <dd className="break-words">
              {field.text || '—'}
              {field.reveal && (
                <>
                  {' '}
                  <RevealButton button={field.reveal} title={field.title} />
                </>
              )}
              {field.code && <span className="text-sm text-muted"> (code {field.code})</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Renders the title of a field. If the Data Dictionary explains the field, the title opens the explanation. */
function renderTitle({ title, explanation }: DetailField) {
  if (!explanation) return title;
  return (
    <details>
      <summary className="inline-block py-0.5">{title}</summary>
      <p>{explanation}</p>
    </details>
  );
}
