import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

interface ProgressProps {
  done: number;
  total: number;
  watcher: string;
}

const POLL_MS = 1_000;

/**
 * Renders the progress of the counting, such as 'Processing data 12 of 40'. If script runs, it requests the progress
 * every second, and tells the server when the user leaves the page, so that the server stops counting. Without script,
 * the page reloads itself (root.tsx).
 */
export function Progress({ done, total, watcher }: ProgressProps) {
  const [now, setNow] = useState({ done, total });
  const { revalidate } = useRevalidator();
  const watching = useRef<string>();
  useEffect(() => {
    watching.current = watcher;
    const address = `/conversations/progress?watcher=${watcher}`;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await askProgress(address);
      if (left) return;
      if (answer === 'over') return revalidate();
      if (answer) setNow(answer);
      timer = setTimeout(ask, POLL_MS);
    };
    const leave = () => {
      void fetch(address, { method: 'POST', keepalive: true }).catch(() => undefined);
    };
    timer = setTimeout(ask, POLL_MS);
    window.addEventListener('pagehide', leave);
    return () => {
      left = true;
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      watching.current = undefined;
      // In development, React also runs this cleanup once after mounting, although the page stays open.
      setTimeout(() => watching.current === watcher || leave());
    };
  }, [watcher, revalidate]);

  return (
    <div className="card grid max-w-xl gap-3 p-6">
      <p role="status" className="font-medium">
        {now.total === 0
          ? 'Loading data...'
          : `Processing data ${now.done.toLocaleString('en')} of ${now.total.toLocaleString('en')}`}
      </p>
      <progress
        aria-label="Processing data"
        className="progress"
        value={now.done}
        max={Math.max(now.total, 1)}
      />
      <p className="text-muted">
        The messages of every phone are being counted. The counting stops if you leave this page.
      </p>
    </div>
  );
}

/** Requests the progress. Returns 'over' if counting has ended, and undefined if the panel did not respond. */
async function askProgress(
  address: string,
): Promise<{ done: number; total: number } | 'over' | undefined> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    if (response.redirected || !response.ok) return 'over';
    const answer: unknown = await response.json();
    return isProgress(answer) ? answer : 'over';
  } catch {
    return undefined;
  }
}

function isProgress(answer: unknown): answer is { done: number; total: number } {
  return typeof answer === 'object' && answer !== null && 'done' in answer && 'total' in answer;
}
