import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { LogTabs } from '~/components/log-tabs';
import { access } from '~/lib/core/access/access-entity';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireAccessReader } from '~/lib/core/session/require-access-reader.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireAccessReader(request), access, request);
}

export default function Accesses() {
  return (
    <DataList view={useLoaderData<typeof loader>()}>
      <LogTabs />
    </DataList>
  );
}
