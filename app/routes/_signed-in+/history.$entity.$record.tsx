import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { loadHistory } from '~/lib/history/load-history.server';

/** Loads the history of a record of any entity. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { entity = '', record = '' } = params;
  return loadHistory(await requireSignedIn(request), request, entity, record);
}

export default function RecordHistory() {
  const { recordHref, recordTitle, earlierHref, view } = useLoaderData<typeof loader>();
  return (
    <DataList view={view} back={<BackLink href={recordHref} title={recordTitle} />}>
      {earlierHref && (
        <p className="mb-4">
          Another record had this ID before.{' '}
          <Link to={earlierHref}>Show the changes of the earlier record</Link>
        </p>
      )}
    </DataList>
  );
}
