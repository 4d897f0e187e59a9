import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { LogTabs } from '~/components/log-tabs';
import { nameEntries } from '~/lib/audit-log/name-entries.server';
import { getEntity } from '~/lib/core/entities';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const errorEntry = getEntity('error-log');

export async function loader({ request }: LoaderFunctionArgs) {
  const view = await loadList(await requireSignedIn(request), errorEntry, request);
  return { ...view, rows: await nameEntries(view, 'log_description') };
}

export default function Errors() {
  return (
    <DataList view={useLoaderData<typeof loader>()}>
      <LogTabs />
    </DataList>
  );
}
