import { lazy, Suspense } from 'react';
import type { SummaryView } from '~/lib/core/list/summary-view';

/**
 * The summary of a list. Browsers load its code only on pages that have a summary, because it would make each list
 * heavier. The server has the code from the start, because light pages are rendered without waiting.
 */
const Summary = import.meta.env.SSR
  ? (await import('./summary')).default
  : lazy(() => import('./summary'));

/** Renders a summary of a list. The markup of the server stays until its code has been loaded. */
export function SummaryOnDemand({ summary, path }: { summary: SummaryView; path: string }) {
  return (
    <Suspense>
      <Summary summary={summary} path={path} />
    </Suspense>
  );
}
