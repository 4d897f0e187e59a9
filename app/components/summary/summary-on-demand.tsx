import { lazy, Suspense } from 'react';
import type { SummaryView } from '~/lib/list/summary-view';
import Summary from './summary';

/**
 * The summary of a list. Browsers load its code only on pages that have a summary, because it would make each list heavier.
 * The server renders it at once. In the browser's build, nothing else uses the import above, so the build leaves it out.
 */
const LoadedSummary = import.meta.env.SSR ? Summary : lazy(() => import('./summary'));

/** Renders a summary of a list. The markup of the server stays until its code has been loaded. */
export function SummaryOnDemand({ summary, path }: { summary: SummaryView; path: string }) {
  return (
    <Suspense>
      <LoadedSummary summary={summary} path={path} />
    </Suspense>
  );
}
