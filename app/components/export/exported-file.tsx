import { Form, Link } from '@remix-run/react';
import type { FileView } from '~/lib/export/load-file.server';
import { Icon } from '../icon';
import { WorkProgress } from '../work-progress';

/** Renders the page of an exported file: its progress, the links to download it, or the reason why it was not made. */
export function ExportedFile({ view }: { view: FileView }) {
  const { href, state, filename, format, until, total, rowsDone, againHref } = view;
  return (
    <div className="card grid max-w-2xl gap-3 p-6">
      {'file' in view && (
        <>
          <p role="status" className="font-medium">
            Your file is ready: {format}, {view.file.rows.toLocaleString('en')}{' '}
            {view.file.rows === 1 ? 'row' : 'rows'}, {view.file.size}
          </p>
          <p className="flex flex-wrap gap-2">
            <Link to={`${href}/data`} reloadDocument className="button-primary">
              <Icon name="download" /> Download {filename}
            </Link>
            <Link to={`${href}/readme`} reloadDocument className="button">
              <Icon name="download" /> Download the readme
            </Link>
          </p>
          <p>
            Only you can download it. It is deleted on {until}. Each download is in the audit log.
          </p>
          <dl className="grid gap-1 text-sm">
            <dt className="font-medium">Export</dt>
            <dd>{view.file.exportId}</dd>
            <dt className="font-medium">SHA-256 of the file</dt>
            <dd className="break-all">{view.file.sha256}</dd>
          </dl>
        </>
      )}
      {'failure' in view && (
        <p role="alert" className="text-bad">
          <Icon name="circle-alert" /> {view.failure}
        </p>
      )}
      {state === 'making' && (
        <WorkProgress
          {...{ done: rowsDone, total, here: href }}
          unit="rows written"
          note="You can leave this page. The list’s page “Other formats” leads back to your files."
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={againHref} className="button">
          Export the list again
        </Link>
        <Form method="post">
          <button type="submit" className="button">
            <Icon name="trash-2" /> {state === 'making' ? 'Cancel' : 'Delete the file now'}
          </button>
        </Form>
      </div>
    </div>
  );
}
