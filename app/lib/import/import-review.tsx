import { Link } from '@remix-run/react';
import type { Choices } from 'shared/import/choices';
import type { ProofQuestion } from '~/lib/core/form/form-view';
import { type ImportJob, isUnderWay } from '~/lib/core/host/import-job';
import { countRows } from '~/lib/import/count-rows';
import { countInWords } from '~/lib/import/records-in-words';
import { Icon } from '../../components/icon';
import { PageHead } from '../../components/page-head';
import { ErrorSummary } from '../../components/record-form/error-summary';
import { ImportConfirmation } from './confirm-form';
import { ImportProgress } from './import-progress';
import { ReportDetails } from './report-details';

interface ImportReviewProps {
  view: {
    title: string;
    /** The path of the list, without the slash. */
    list: string;
    plural: string;
    /** The word for one record, such as 'SMS category'. */
    name: string;
    fileName: string;
    job: ImportJob;
    /** True if the user can choose what happens to suspicious values. */
    canChoose: boolean;
    /** A note that the history of the records does not contain the changes of the import. Undefined if it does. */
    historyNote?: string;
    /** The address of this page. */
    here: string;
    /** The idempotency key, new each time the page is loaded: a form that is submitted twice has one effect. */
    token: string;
  };
  /** The proof that the user must enter before the file is imported. */
  proof?: ProofQuestion;
  /** The choices for suspicious values that were sent in vain. */
  chosen?: Choices;
  /** The reason that the last form was refused. */
  problem?: string;
}

/**
 * Renders the progress of a check or an import, or its result. After a check without refusals, also renders the button
 * that imports the file.
 */
export function ImportReview({ view, proof, chosen, problem }: ImportReviewProps) {
  const { title, list, plural, name, fileName, job, historyNote, here, token } = view;
  const { state, report } = job;
  const done = state === 'done';
  return (
    <div className="max-w-3xl">
      <PageHead title={title} backHref="/import" backTitle="Import Data" />
      <ErrorSummary
        errors={problem ? [{ text: problem }] : []}
        reply={problem ? { status: 'error' } : undefined}
      />
      <p className="mb-4 break-words">
        {plural} from {fileName}
      </p>
      {isUnderWay(job) ? (
        <ImportProgress job={job} here={here} />
      ) : (
        <Verdict job={job} name={name} />
      )}
      {historyNote && <p className="mb-4">{historyNote}</p>}
      {report && !isUnderWay(job) && <ReportDetails report={report} done={done} />}
      {done && (
        <Link to={`/${list}`} className="button">
          Go to {plural}
        </Link>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <Link to="/import" className="button">
          Choose a file again
        </Link>
      )}
      {state === 'checked' && report && (
        <ImportConfirmation
          key={job.id}
          {...{ job, report, proof, chosen, token }}
          canChoose={view.canChoose}
        />
      )}
    </div>
  );
}

const CORRECT = 'Correct the rows below and choose the file again.';
const CHOOSE_OR_CORRECT =
  'Choose below what happens to the suspicious values, or correct the rows and choose the file again.';

function isUndecided(report: ImportJob['report']): boolean {
  return report?.columns?.some(({ undecided }) => undecided) === true;
}

function Verdict({ job, name }: { job: ImportJob; name: string }) {
  const { state, report, message } = job;
  const refused = report?.refused ?? 0;
  const done = state === 'done';
  if (state === 'failed' || refused > 0) {
    return (
      <p
        role="alert"
        className="mb-4 flex gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
      >
        <Icon name="circle-alert" className="mt-1" />
        <span>
          {refused > 0
            ? `${countRows(refused)} cannot be imported, so nothing has been imported. ${isUndecided(report) ? CHOOSE_OR_CORRECT : CORRECT}`
            : (message ?? 'Nothing has been imported.')}
        </span>
      </p>
    );
  }
  return (
    <p className="mb-4 flex gap-2 rounded border border-line bg-surface px-3 py-2">
      <Icon
        name={done ? 'circle-check' : 'info'}
        className={done ? 'mt-1 text-good' : 'mt-1 text-accent'}
      />
      <span>{describeVerdict(job, name)}</span>
    </p>
  );
}

function describeVerdict({ state, report, message }: ImportJob, name: string): string {
  if (state === 'cancelled') return 'The import was cancelled. Nothing has been imported.';
  // The message states which records were not imported, although the report counts them.
  if (state === 'done' && message) return `The import has finished. ${message}`;
  const writes = report ? report.added + report.changed : 0;
  if (isUndecided(report))
    return 'Nothing has been imported yet. Before you can import, choose below what happens to the suspicious values.';
  if (writes === 0) return 'Nothing to import: the list already has everything in the file.';
  return state === 'done'
    ? `Imported ${countInWords(writes, name)}.`
    : 'Nothing has been imported yet.';
}
