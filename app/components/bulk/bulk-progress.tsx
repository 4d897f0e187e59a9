import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

interface BulkProgressProps {
  done: number;
  total: number;
  /** The address of this page. */
  here: string;
}

const POLL_MS = 1_000;

/**
 * Renders the progress of a bulk action. If script runs, it updates the progress every second. Without script, the page
 * reloads itself (root.tsx).
 */
export function BulkProgress({ done, total, here }: BulkProgressProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <div className="card grid max-w-xl gap-3 p-6">
      <p role="status" className="font-medium">
        {done.toLocaleString('en')} of {total.toLocaleString('en')} processed
      </p>
      <progress aria-label="Processed" className="progress" value={done} max={total} />
      <p className="text-muted">
        You can leave this page. The work goes on, and this page shows its result for a day.
      </p>
      <p>
        <Link to={here} className="button">
          Show progress now
        </Link>
      </p>
    </div>
  );
}
