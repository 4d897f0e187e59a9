import { Form, Link } from '@remix-run/react';
import type { ImportJob } from '~/lib/core/host/import-job';
import { INTENT } from '~/lib/import/choice-form';

/** A file that a user has uploaded, and that is being checked or imported or was so a short time ago. */
export interface StoredFile {
  token: string;
  fileName: string;
  /** The title of the list. */
  title: string;
  state: ImportJob['state'];
  /** True if it is being checked or imported, and so cannot be removed. */
  isBusy: boolean;
  /** The number of minutes for which it is stored. */
  minutes: number;
}

const states: Readonly<Record<ImportJob['state'], string>> = {
  checking: 'being checked',
  staging: 'being imported',
  applying: 'being imported',
  checked: 'checked, open it to go on',
  refused: 'not imported',
  done: 'imported',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Renders the stored files of a user, with a button that removes each. */
export function StoredFiles({ files }: { files: readonly StoredFile[] }) {
  if (files.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="mb-2">Your files</h2>
      <p className="mb-2 text-sm text-muted">
        The panel stores up to four files for you. A fifth replaces the oldest one that is not being
        checked or imported.
      </p>
      <ul className="grid gap-2">
        {files.map(({ token, fileName, title, state, isBusy, minutes }) => (
          <li
            key={token}
            className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3"
          >
            <div className="min-w-0 break-words">
              <Link to={`/import/${token}`}>{fileName}</Link>
              <p className="text-sm text-muted">
                {title}: {states[state]}. {isBusy ? '' : `Stored for ${minutes} more `}
                {isBusy ? '' : minutes === 1 ? 'minute.' : 'minutes.'}
              </p>
            </div>
            {!isBusy && (
              <Form method="post" action={`/import/${token}`}>
                <button type="submit" name={INTENT} value="drop" className="button">
                  Remove <span className="sr-only">{fileName}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
