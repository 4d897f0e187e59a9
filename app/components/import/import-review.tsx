import { Form, useNavigation } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';
import type { ImportReport } from '~/lib/import/report';
import { Icon } from '../icon';
import { Link } from '../link';
import { PageHead } from '../page-head';
import { ReportDetails } from './report-details';

interface ImportReviewProps {
  view: {
    title: string;
    /** Whether the file has been imported. */
    done: boolean;
    /** The path of the list, without the slash. */
    list: string;
    plural: string;
    fileName?: string;
    report: ImportReport;
    /** Names this one asking: a second press does not do it again. */
    token: string;
  };
}

/** What the check of a file found, and the question whether to import it; then what became of it. */
export function ImportReview({ view }: ImportReviewProps) {
  const { title, done, list, plural, fileName, report, token } = view;
  const busy = useNavigation().formMethod === 'POST';
  const writes = report.added + report.changed;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title={title} backHref="/import" backTitle="Import Data" />
      <p className="mb-4 break-words">
        {plural}
        {fileName && ` from ${fileName}`}
      </p>
      <Verdict report={report} done={done} />
      <ReportDetails report={report} done={done} />
      {done && (
        <Link to={`/${list}`} className="button">
          Go to {plural}
        </Link>
      )}
      {!done && report.refused === 0 && writes > 0 && (
        <Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name={formInputs.token} value={token} />
          <button type="submit" className="button-primary" aria-disabled={busy}>
            <Icon name="upload" /> {busy ? 'Importing…' : `Import ${counted(writes)}`}
          </button>
          <Link to="/import" className="button">
            Cancel
          </Link>
        </Form>
      )}
    </div>
  );
}

function Verdict({ report, done }: { report: ImportReport; done: boolean }) {
  const { refused, added, changed } = report;
  if (refused > 0) {
    return (
      <p
        role="alert"
        className="mb-4 flex gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
      >
        <Icon name="circle-alert" className="mt-1" />
        <span>
          {counted(refused)} cannot be imported, so nothing can: a file goes in whole or not at all.
          Put the rows below right and choose the file again.
        </span>
      </p>
    );
  }
  const text = done
    ? 'The file has been imported.'
    : added + changed === 0
      ? 'Everything in the file stands in the list already. There is nothing to import.'
      : 'Nothing has been written yet.';
  return (
    <p className="mb-4 flex gap-2 rounded border border-line bg-surface px-3 py-2">
      <Icon
        name={done ? 'circle-check' : 'info'}
        className={done ? 'mt-1 text-good' : 'mt-1 text-accent'}
      />
      <span>{text}</span>
    </p>
  );
}

function counted(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
