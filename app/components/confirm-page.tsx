import { Form, Link } from '@remix-run/react';
import type { ConfirmView } from '~/lib/form/confirm-view';
import { formInputs, type ProofQuestion } from '~/lib/form/form-view';
import { ProofField } from './proof-field';
import { useMayWrite } from './use-may-write';

interface ConfirmPageProps {
  view: ConfirmView;
  /** The reason why the last post has changed nothing. */
  error?: string;
  /** The proof that the user must enter first. */
  proof?: ProofQuestion;
}

/** Renders a page that asks before a record is deleted, unlinked or restored. Posting its form carries this out. */
export function ConfirmPage({ view, error, proof }: ConfirmPageProps) {
  const mayWrite = useMayWrite() && !view.refusal;
  return (
    <>
      <h1 className="mb-4 max-w-xl break-words">{view.heading}</h1>
      <div className="card max-w-xl p-5">
        {!view.heading.includes(view.label) && (
          <p className="break-words font-medium">{view.label}</p>
        )}
        {error && (
          <p
            role="alert"
            className="mt-3 rounded border border-bad bg-bad-soft px-3 py-2 text-bad first:mt-0"
          >
            {error}
          </p>
        )}
        {view.note && !view.refusal && <p className="mt-2 text-muted first:mt-0">{view.note}</p>}
        {view.refusal && view.refusal !== error && (
          <p className="mt-2 first:mt-0">{view.refusal}</p>
        )}
        <Form method="post" className="mt-5 flex flex-wrap gap-2 first:mt-0">
          <input type="hidden" name={formInputs.token} value={view.token} />
          {proof && (
            <div className="mb-3 w-full">
              <ProofField question={proof} />
            </div>
          )}
          {mayWrite && (
            <button
              type="submit"
              className={view.verb === 'Restore' ? 'button-primary' : 'button-danger'}
            >
              {view.verb}
            </button>
          )}
          <Link to={view.backHref} className="button">
            Cancel
          </Link>
        </Form>
      </div>
    </>
  );
}
