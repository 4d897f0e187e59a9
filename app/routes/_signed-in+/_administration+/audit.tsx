import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { LogTabs } from '~/components/log-tabs';
import { nameEntries } from '~/lib/audit-log/name-entries.server';
import { getEntity } from '~/lib/core/entities';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const auditEntry = getEntity('audit-log');

export async function loader({ request }: LoaderFunctionArgs) {
  const view = await loadList(await requireSignedIn(request), auditEntry, request);
  return { ...view, rows: await nameEntries(view, 'audit_description') };
}

export default function AuditTrail() {
  return (
    <DataList view={useLoaderData<typeof loader>()}>
      <LogTabs />
    </DataList>
  );
}
