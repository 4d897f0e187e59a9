import { Form } from '@remix-run/react';
import type { RevealView } from '~/lib/records/reveal-value.server';
import { PageHead } from './page-head';
import { ProofField } from './proof-field';

const TITLE = 'Reveal a value';

/** Renders a revealed value or, before, the question by which the user proves who they are. */
export function RevealPage({ view }: { view: RevealView | undefined }) {
  if (!view)
    return (
      <div className="max-w-xl">
        <PageHead title={TITLE} backHref="/home" backTitle="Home" />
        <p className="card p-5">
          A revealed value is shown once. Go back to the record, and select Reveal again.
        </p>
      </div>
    );
  const { record, field, value, isRevealed, button, back, proof } = view;
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref={back.href} backTitle={back.title} />
      <div className="card p-5">
        <dl>
          <dt className="text-sm text-muted">
            {field} of {record}
          </dt>
          <dd className="break-words text-lg font-medium">{value}</dd>
        </dl>
        {isRevealed ? (
          <p className="mt-3 text-muted">
            The access log says that you have seen it. If you leave this page, it is masked again.
          </p>
        ) : (
          <Form method="post">
            <input type="hidden" name="value" value={button} />
            <ProofField question={proof} />
            <button type="submit" className="button-primary mt-5">
              Reveal
            </button>
          </Form>
        )}
      </div>
    </div>
  );
}
