import { Form, Link } from '@remix-run/react';
import { formInputs, type ProofQuestion } from '~/lib/form/form-view';
import type { UndoView } from '~/lib/undo/ask-undo.server';
import { Comparison } from './comparison';
import { ProofField } from './proof-field';
import { useMayWrite } from './use-may-write';

interface UndoPageProps {
  view: UndoView;
  error: string | undefined;
  /** The proof that the user must enter before the change is undone. */
  proof: ProofQuestion | undefined;
}

/** Renders the page that asks before a change is undone. Posting its form undoes the change. */
export function UndoPage({ view, error, proof }: UndoPageProps) {
  const mayWrite = useMayWrite() && !view.refusal;
  return (
    <>
      <h1 className="mb-4 max-w-3xl break-words">{view.heading}</h1>
      <div className="card max-w-3xl p-5">
        <p className="break-words">{view.description}</p>
        {(error ?? view.refusal) && (
          <p role="alert" className="mt-3 rounded border border-bad bg-bad-soft px-3 py-2 text-bad">
            {error ?? view.refusal}
          </p>
        )}
        <Comparison
          label="Comparison"
          heads={['After the change', 'Once taken back']}
          rows={view.differences.map(({ label, after, before }) => ({
            label,
            texts: [after, before],
          }))}
        />
        {view.deletionNote && mayWrite && (
          <p className="mt-3">Taking back this addition deletes the record. {view.deletionNote}</p>
        )}
        <Form method="post" className="mt-5 flex flex-wrap gap-2">
          <input type="hidden" name={formInputs.token} value={view.token} />
          {proof && (
            <div className="mb-3 w-full">
              <ProofField question={proof} />
            </div>
          )}
          {mayWrite && (
            <button
              type="submit"
              className={view.deletionNote ? 'button-danger' : 'button-primary'}
            >
              Take back this change
            </button>
          )}
          <Link to={view.backHref} className="button">
            Back to the history
          </Link>
        </Form>
      </div>
    </>
  );
}
