import { Form } from '@remix-run/react';
import { ALSO_ERASED, type CertificateView } from '~/lib/erasure/erasure-view';
import { findParent } from '~/lib/trail';
import { PageHead } from '../../components/page-head';
import { CountTable } from './count-table';

/** Renders the certificate of an erasure: what was deleted, and what the panel cannot reach. */
export function CertificatePage({ view, error }: { view: CertificateView; error?: string }) {
  const { title, counts, remains, completed, needsRewrite } = view;
  return (
    <div className="max-w-3xl">
      <PageHead title={title} {...findParent(view.trail)} error={error} />
      <section className="card p-5">
        {completed ? (
          <p className="font-medium">The participant was erased on {completed}.</p>
        ) : (
          <Form method="post">
            <p className="font-medium">
              The erasure is not completed. The panel tries again every minute, and when it starts.
            </p>
            <button type="submit" className="button mt-3">
              Try again now
            </button>
          </Form>
        )}
        {completed && needsRewrite && (
          <p className="mt-2">
            The databases are large, so their files still contain parts of deleted records. The next
            start of the panel removes these parts.
          </p>
        )}
        {view.isRepeated && <p className="mt-2">This erasure was repeated after a restore.</p>}
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          {[
            ['Certificate', view.id],
            ['Participant', view.participant],
            ['Erased by', view.username],
            ['Reason', view.reason],
            ['Started', view.started],
          ].map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ))}
        </dl>
        {counts.length > 0 && (
          <CountTable counts={counts} caption={completed ? 'Erased records' : 'Records to erase'} />
        )}
        {completed && <p className="mt-4">{ALSO_ERASED}</p>}
        <h2 className="mt-6">What stays</h2>
        <p className="mt-2">The erasure does not reach:</p>
        <ul className="mt-2 list-disc pl-5">
          {remains.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
