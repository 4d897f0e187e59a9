import type { BulkView } from '~/lib/bulk/bulk-view';
import { ConfirmPage } from '../../components/forms/confirm-page';
import { PageHead } from '../../components/page-head';
import { WorkProgress } from '../../components/work-progress';
import { BulkResult } from './bulk-result';
import { RowName } from './row-name';

/** Renders the page of a bulk action: the request to confirm it, its progress, or its result. */
export function BulkPage({ view }: { view: BulkView }) {
  if (view.state === 'waiting')
    return (
      <ConfirmPage view={view}>
        <ul className="list-disc pl-5">
          {view.sample.map((row) => (
            <li key={row.id} className="break-words">
              <RowName row={row} />
            </li>
          ))}
        </ul>
        {view.more > 0 && <p className="mt-1">and {view.more.toLocaleString('en')} more</p>}
      </ConfirmPage>
    );
  return (
    <div className="max-w-3xl">
      <PageHead title={view.title} backHref={view.backHref} backTitle={view.list} />
      {view.state === 'running' ? (
        <div className="card grid max-w-xl gap-3 p-6">
          <WorkProgress
            {...{ done: view.processed, total: view.total, here: view.here }}
            unit="processed"
            note="You can leave this page. The work goes on, and this page shows its result for a day."
          />
        </div>
      ) : (
        <BulkResult {...view} />
      )}
    </div>
  );
}
