import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { Icon } from '~/components/icon';
import { requireSignedIn } from '~/lib/session/guard.server';
import { loadHistory } from '~/lib/undo/load-history.server';

/** Loads the history of a record of any entity. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { entity = '', record = '' } = params;
  return loadHistory(await requireSignedIn(request), request, entity, record);
}

export default function RecordHistory() {
  const { recordHref, recordTitle, isFinal, isIncomplete, view } = useLoaderData<typeof loader>();
  return (
    <>
      <Link to={recordHref} className="button no-print mb-4">
        <Icon name="arrow-left" /> Back to {recordTitle}
      </Link>
      <p className="mb-4 text-muted">
        Changes that were made in this panel. Imports and changes by other programs are not listed.
        {isFinal &&
          ' Deletions are final: this API host cannot put back a record that was deleted.'}
        {isIncomplete &&
          ' The panel key was lost: changes that were stored with it cannot be read, and are not listed.'}
      </p>
      <DataList view={view} />
    </>
  );
}
