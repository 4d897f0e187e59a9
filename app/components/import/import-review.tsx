import { Form, Link, useNavigation } from '@remix-run/react';
import { formInputs, type ProofQuestion } from '~/lib/form/form-view';
import { type ImportJob, isUnderWay } from '~/lib/host/import-job';
import { describeRecords } from '~/lib/import/records-in-words';
import { Icon } from '../icon';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';
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
    /** A note that the history of the records does not contain the changes of the import. Undefined if it does. */
    historyNote?: string;
    /** The address of this page. */
    here: string;
    /** The idempotency key, new each time the page is loaded: a form that is submitted twice has one effect. */
    token: string;
  };
  /** The proof that the user must enter before the file is imported. */
  proof?: ProofQuestion;
}

/**
 * Renders the progress of a check or an import, or its result. After a check without refusals, also renders the button
 * that imports the file.
 */
export function ImportReview({ view, proof }: ImportReviewProps) {
  const { title, list, plural, name, fileName, job, historyNote, here, token } = view;
  const { state, report } = job;
  const busy = useNavigation().formMethod === 'POST';
  const done = state === 'done';
  const writes = report ? report.added + report.changed : 0;
  return (
    <div className="max-w-3xl">
      <PageHead title={title} backHref="/import" backTitle="Import Data" />
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
      {state === 'checked' && report?.refused === 0 && writes > 0 && (
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name={formInputs.token} value={token} />
          {proof && (
            <div className="mb-3 w-full">
              <ProofField question={proof} />
            </div>
          )}
          <button type="submit" className="button-primary" aria-disabled={busy}>
            <Icon name="upload" /> {busy ? 'Importing…' : `Import ${countRows(writes)}`}
          </button>
          <Link to="/import" className="button">
            Cancel
          </Link>
        </Form>
      )}
    </div>
  );
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
            ? `${countRows(refused)} cannot be imported, so nothing has been imported. Correct the rows below and choose the file again.`
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
  if (writes === 0) return 'Nothing to import: the list already has everything in the file.';
  return state === 'done'
    ? `Imported ${describeRecords(writes, name)}.`
    : 'Nothing has been imported yet.';
}

function countRows(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
