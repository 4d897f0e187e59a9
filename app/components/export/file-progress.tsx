import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

interface FileProgressProps {
  done: number;
  total: number;
  /** The address of this page. */
  here: string;
}

const POLL_MS = 1_000;

/**
 * Renders how many rows of a file have been written. If script runs, it updates the number every second. Without script,
 * the page reloads itself (root.tsx).
 */
export function FileProgress({ done, total, here }: FileProgressProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <>
      <p role="status" className="font-medium">
        {done.toLocaleString('en')} of {total.toLocaleString('en')} rows written
      </p>
      <progress aria-label="Rows written" className="progress" value={done} max={total} />
      <p className="text-muted">
        You can leave this page. The list’s page “Other formats” leads back to your files.
      </p>
      <p>
        <Link to={here} className="button">
          Show progress now
        </Link>
      </p>
    </>
  );
}
