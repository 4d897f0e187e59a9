import { Form, Link, useNavigation } from '@remix-run/react';
import type { Choices } from 'shared/import/choices';
import { formInputs, type ProofQuestion } from '~/lib/core/form/form-view';
import type { ImportJob, ImportReport } from '~/lib/core/host/import-job';
import { CHECK, INTENT, listSuspicious } from '~/lib/import/choice-form';
import { countRows } from '~/lib/import/count-rows';
import { Icon } from '../../components/icon';
import { ProofField } from '../../components/proof-field';
import { SuspiciousValues } from './suspicious-values';

interface ConfirmFormProps {
  job: ImportJob;
  report: ImportReport;
  canChoose: boolean;
  proof?: ProofQuestion;
  chosen?: Choices;
  /** The idempotency key, new each time the page is loaded: a form that is submitted twice has one effect. */
  token: string;
}

/** Renders the choices for suspicious values, and the button that imports the file if nothing prevents the import. */
export function ImportConfirmation({
  job,
  report,
  canChoose,
  proof,
  chosen,
  token,
}: ConfirmFormProps) {
  const busy = useNavigation().formMethod === 'POST';
  const suspicious = canChoose ? listSuspicious(report.columns) : [];
  const writes = report.added + report.changed;
  const isUndecided = suspicious.some(({ undecided }) => undecided);
  const canImport = report.refused === 0 && writes > 0 && !isUndecided;
  if (suspicious.length === 0 && !canImport) return null;
  return (
    <Form method="post">
      <input type="hidden" name={formInputs.token} value={token} />
      <input type="hidden" name={CHECK} value={job.id} />
      {suspicious.length > 0 && <SuspiciousValues columns={suspicious} chosen={chosen} />}
      {canImport && proof && (
        <div className="mb-3">
          <ProofField question={proof} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {canImport && (
          <button type="submit" className="button-primary" aria-disabled={busy}>
            <Icon name="upload" /> {busy ? 'Importing…' : `Import ${countRows(writes)}`}
          </button>
        )}
        {suspicious.length > 0 && (
          <button
            type="submit"
            name={INTENT}
            value="recheck"
            className={canImport ? 'button' : 'button-primary'}
            aria-disabled={busy}
          >
            Check again with these choices
          </button>
        )}
        <Link to="/import" className="button">
          Cancel
        </Link>
      </div>
    </Form>
  );
}
