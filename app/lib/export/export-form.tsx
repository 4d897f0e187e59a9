import { Form } from '@remix-run/react';
import { valueStyles } from '~/lib/export/export-format';
import type { FileSummary } from '~/lib/export/load-file.server';
import type { OrderReply } from '~/lib/export/order-export.server';
import { Icon } from '../../components/icon';
import { ProofField } from '../../components/proof-field';
import { RadioChoice } from './choice';
import { FileList } from './file-list';
import { PrivacyChoice, type PrivacyChoiceProps } from './privacy-choice';

interface ExportFormProps {
  /** The address to which the form is posted. */
  action: string;
  /** The number of rows of the file. */
  rows: number;
  columns: number;
  /** The number of columns whose values can identify people. */
  identifying: number;
  /** The filters as sentences. */
  conditions: readonly string[];
  formats: readonly { value: string; label: string; hint: string }[];
  files: readonly FileSummary[];
  /** Undefined for a list without personal data. */
  privacy?: PrivacyChoiceProps['privacy'];
  /** The reply to the form, if it was refused. */
  reply?: OrderReply;
  /** True if the rows could not be counted. */
  hasFailed: boolean;
}

const styles = Object.entries(valueStyles).map(([value, label]) => ({ value, label }));

/** Renders what a file for analysis will contain, the choice of its format, and the user's files. */
export function ExportForm(props: ExportFormProps) {
  const { action, rows, columns, identifying, conditions, formats, files, hasFailed } = props;
  const { privacy, reply } = props;
  const chosen = reply?.choices;
  return (
    <div className="grid max-w-2xl gap-6">
      {!hasFailed && (
        <section className="card grid gap-2 p-4">
          <p className="font-medium">
            {describeCount(rows, 'row')} and {describeCount(columns, 'column')}
          </p>
          {conditions.length === 0 ? (
            <p>All rows of the list, without filters.</p>
          ) : (
            <ul className="list-disc pl-5">
              {conditions.map((condition) => (
                <li key={condition} className="break-words">
                  {condition}
                </li>
              ))}
            </ul>
          )}
          {!privacy && identifying > 0 && (
            <p>
              {describeCount(identifying, 'column')} can identify people. To leave a column out,
              choose the columns in the list.
            </p>
          )}
        </section>
      )}
      {rows > 0 && (
        <Form method="post" action={action} className="card grid gap-5 p-4">
          {privacy && <PrivacyChoice {...{ privacy, chosen }} reasonError={reply?.reasonError} />}
          <RadioChoice name="format" legend="Format" options={formats} selected={chosen?.format} />
          <RadioChoice
            name="style"
            legend="Answers that have codes"
            options={styles}
            selected={chosen?.style}
          />
          <ProofField question={reply?.proof} />
          <p>
            <button type="submit" className="button-primary">
              <Icon name="download" /> Make the file
            </button>
          </p>
        </Form>
      )}
      {files.length > 0 && <FileList files={files} />}
    </div>
  );
}

function describeCount(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
