import { Form, Link, useActionData } from '@remix-run/react';
import { BULK_INTENT, type BulkResultView } from '~/lib/bulk/bulk-view';
import type { FormReply } from '~/lib/core/form/form-view';
import { Icon } from '../../components/icon';
import { ProofField } from '../../components/proof-field';
import { ErrorSummary, listErrors } from '../../components/record-form/error-summary';
import { useMayWrite } from '../../components/use-may-write';
import { RowName } from './row-name';

/**
 * Renders the result of a bulk action: the numbers of records, the records that failed, were not processed or have an
 * unknown result, each with the reason, and a button that undoes the action.
 */
export function BulkResult(result: BulkResultView) {
  const { counts, ending, undoNote, undoneHref, allProblems } = result;
  const mayWrite = useMayWrite();
  const reply = useActionData<FormReply>();
  return (
    <>
      <ErrorSummary errors={listErrors(reply?.error?.[''] ?? [], [])} reply={reply} />
      <div
        role={ending ? 'alert' : 'status'}
        className={`flex items-start gap-3 rounded-md border px-4 py-3 ${allProblems > 0 ? 'border-warn bg-warn-soft text-warn' : 'border-good bg-good-soft text-good'}`}
      >
        <Icon name={allProblems > 0 ? 'circle-alert' : 'circle-check'} className="mt-1" />
        <div>
          <p className="font-medium">{counts.join(', ')}</p>
          {ending && <p>{ending}</p>}
        </div>
      </div>
      {undoNote && mayWrite && (
        <Form method="post" className="no-print mt-4 flex flex-wrap items-center gap-3">
          <input type="hidden" name={BULK_INTENT} value="undo" />
          {reply?.proof && (
            <div className="w-full">
              <ProofField question={reply.proof} />
            </div>
          )}
          <button type="submit" className="button">
            <Icon name="undo-2" /> Undo
          </button>
          <span className="text-muted">{undoNote}</span>
        </Form>
      )}
      {undoneHref && (
        <p className="mt-4">
          This action was undone. <Link to={undoneHref}>Show the result of undoing it</Link>
        </p>
      )}
      {allProblems > 0 && <Problems {...result} />}
    </>
  );
}

function Problems({ problems, firstProblem, allProblems, earlierHref, laterHref }: BulkResultView) {
  const last = firstProblem + problems.length - 1;
  const isPart = problems.length < allProblems;
  return (
    <section className="mt-6">
      <h2 className="mb-2">
        Records with problems
        {isPart && ` (${firstProblem}–${last} of ${allProblems.toLocaleString('en')})`}
      </h2>
      <ul className="card py-2">
        {problems.map((row) => (
          <li key={row.id} className="break-words px-4 py-2">
            <RowName row={row} />
            <p className="text-muted">{row.reason}</p>
          </li>
        ))}
      </ul>
      {isPart && (
        <p className="no-print mt-3 flex gap-2">
          {earlierHref && (
            <Link to={earlierHref} className="button">
              Previous page
            </Link>
          )}
          {laterHref && (
            <Link to={laterHref} className="button">
              Next page
            </Link>
          )}
        </p>
      )}
    </section>
  );
}
