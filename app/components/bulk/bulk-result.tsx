import { Form, Link } from '@remix-run/react';
import type { BulkResult as Result } from '~/lib/bulk/bulk-view';
import type { ProofQuestion } from '~/lib/form/form-view';
import { Icon } from '../icon';
import { ProofField } from '../proof-field';
import { useMayWrite } from '../use-may-write';
import { RowName } from './row-name';

/**
 * Renders the result of a bulk action: the numbers of records, the records that failed, were not processed or have an
 * unknown result, each with the reason, and a button that undoes the action.
 */
export function BulkResult({ proof, ...result }: Result & { proof: ProofQuestion | undefined }) {
  const { counts, ending, undoNote, undoneHref, allProblems } = result;
  const mayWrite = useMayWrite();
  return (
    <>
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
          {proof && (
            <div className="w-full">
              <input type="hidden" name="intent" value="undo" />
              <ProofField question={proof} />
            </div>
          )}
          <button type="submit" name={proof ? undefined : 'intent'} value="undo" className="button">
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

function Problems({ problems, firstProblem, allProblems, earlierHref, laterHref }: Result) {
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
