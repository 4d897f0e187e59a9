import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { loadAccess } from '~/lib/access-log/load-access.server';
import { requireAccessReader } from '~/lib/core/session/require-access-reader.server';

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  return loadAccess(await requireAccessReader(request), request, { id });
}

export default function Access() {
  const { description, view } = useLoaderData<typeof loader>();
  return (
    <DataList view={view} back={<BackLink href="/audit/accesses" title="Accesses" />}>
      <p className="mb-4">{description}</p>
    </DataList>
  );
}
