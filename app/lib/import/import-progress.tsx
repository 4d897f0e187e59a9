import { Form, Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import type { ImportJob } from '~/lib/core/host/import-job';

interface ImportProgressProps {
  job: ImportJob;
  /** The address of this page. */
  here: string;
}

const POLL_MS = 1_000;

/**
 * Renders the progress of a check or an import. If script runs, it updates the progress every second. Without script,
 * the page reloads itself (root.tsx).
 */
export function ImportProgress({ job, here }: ImportProgressProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  const rows = job.rows.toLocaleString('en');
  return (
    <div className="card mb-6 grid max-w-xl gap-3 p-6">
      <p role="status" className="font-medium">
        {job.state === 'applying'
          ? 'Saving the rows to the list.'
          : `${rows} ${job.rows === 1 ? 'row' : 'rows'} checked so far.`}
      </p>
      <p className="text-muted">
        {job.state === 'applying'
          ? 'You can no longer cancel the import. You can leave this page.'
          : 'You can leave this page and come back to it.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={here} className="button">
          Show progress now
        </Link>
        {job.state !== 'applying' && (
          <Form method="post">
            <button type="submit" name="intent" value="cancel" className="button">
              Cancel
            </button>
          </Form>
        )}
      </div>
    </div>
  );
}
