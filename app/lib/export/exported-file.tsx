import { Form, Link } from '@remix-run/react';
import type { FileView } from '~/lib/export/load-file.server';
import { Icon } from '../../components/icon';
import { WorkProgress } from '../../components/work-progress';

const deleteLabels = {
  making: 'Cancel',
  ready: 'Delete the file now',
  failed: 'Remove this export from your list',
};

/**
 * Renders the page of an exported file: its progress, the links to download it, or the reason why it was not made.
 */
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
          {view.file.notice && <p>{view.file.notice}</p>}
          <p className="flex flex-wrap gap-2">
            <Link
              to={`${href}/data`}
              reloadDocument
              className="button-primary min-w-0 whitespace-normal break-all"
            >
              <Icon name="download" /> Download {filename}
            </Link>
            <Link to={`${href}/readme`} reloadDocument className="button">
              <Icon name="download" /> Download the readme
            </Link>
          </p>
          <p>
            Only you can download it. It will be deleted by {until}, or earlier if you make ten
            newer files. Each download of the file is recorded in the audit log.
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
          note="You can leave this page. To find your files again, select “Jobs” in the user menu."
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={againHref} className="button">
          Export the list again
        </Link>
        <Form method="post">
          <button type="submit" className="button">
            <Icon name="trash-2" /> {deleteLabels[state]}
          </button>
        </Form>
      </div>
    </div>
  );
}
