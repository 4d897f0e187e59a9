import { Form, Link } from '@remix-run/react';
import type { BulkView, BulkQuestion as Question } from '~/lib/bulk/bulk-view';
import type { ProofQuestion } from '~/lib/form/form-view';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';
import { useMayWrite } from '../use-may-write';
import { WorkProgress } from '../work-progress';
import { BulkResult } from './bulk-result';
import { RowName } from './row-name';

interface BulkPageProps {
  view: BulkView;
  /** The proof that the user must enter first. */
  proof: ProofQuestion | undefined;
}

/** Renders the page of a bulk action: the request to confirm it, its progress, or its result. */
export function BulkPage({ view, proof }: BulkPageProps) {
  if (view.state === 'asked') return <BulkQuestion {...view} proof={proof} />;
  return (
    <div className="max-w-3xl">
      <PageHead title={view.title} backHref={view.backHref} backTitle={view.list} />
      {view.state === 'running' ? (
        <div className="card grid max-w-xl gap-3 p-6">
          <WorkProgress
            {...{ done: view.done, total: view.total, here: view.here }}
            unit="processed"
            note="You can leave this page. The work goes on, and this page shows its result for a day."
          />
        </div>
      ) : (
        <BulkResult {...view} proof={proof} />
      )}
    </div>
  );
}

interface BulkQuestionProps extends Question {
  title: string;
  backHref: string;
  proof: ProofQuestion | undefined;
}

/** Renders the page that asks the user to confirm a bulk action. Posting its form starts the action. */
function BulkQuestion({ title, backHref, proof, ...question }: BulkQuestionProps) {
  const { verb, isDeletion, sample, more, notes, refusal } = question;
  const mayWrite = useMayWrite() && !refusal;
  return (
    <>
      <h1 className="mb-4 max-w-xl break-words">{title}?</h1>
      <div className="card max-w-xl p-5">
        <ul className="list-disc pl-5">
          {sample.map((row) => (
            <li key={row.id} className="break-words">
              <RowName row={row} />
            </li>
          ))}
        </ul>
        {more > 0 && <p className="mt-1">and {more.toLocaleString('en')} more</p>}
        {refusal ? (
          <p className="mt-3">{refusal}</p>
        ) : (
          notes.map((note) => (
            <p key={note} className="mt-2 text-muted">
              {note}
            </p>
          ))
        )}
        <Form method="post" className="mt-5 flex flex-wrap gap-2">
          {proof && (
            <div className="mb-3 w-full">
              {/* A passkey posts the form without pressing its button. */}
              <input type="hidden" name="intent" value="start" />
              <ProofField question={proof} />
            </div>
          )}
          {mayWrite && (
            <button
              type="submit"
              name={proof ? undefined : 'intent'}
              value="start"
              className={`${isDeletion ? 'button-danger' : 'button-primary'} whitespace-normal`}
            >
              {verb}
            </button>
          )}
          <Link to={backHref} className="button">
            Cancel
          </Link>
        </Form>
      </div>
    </>
  );
}
