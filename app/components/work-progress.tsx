import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

interface WorkProgressProps {
  done: number;
  total: number;
  /** The words after the number, such as “rows written”. */
  unit: string;
  /** Tells users that they can leave the page. */
  note: string;
  /** The address of this page. */
  here: string;
}

const POLL_MS = 1_000;

/**
 * Renders how far work in the background has come. If script runs, it updates the number every second. Without script,
 * the page reloads itself (root.tsx).
 */
export function WorkProgress({ done, total, unit, note, here }: WorkProgressProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <>
      <p role="status" className="font-medium">
        {done.toLocaleString('en')} of {total.toLocaleString('en')} {unit}
      </p>
      <progress aria-label="Progress" className="progress" value={done} max={total} />
      <p className="text-muted">{note}</p>
      <p>
        <Link to={here} className="button">
          Show progress now
        </Link>
      </p>
    </>
  );
}
