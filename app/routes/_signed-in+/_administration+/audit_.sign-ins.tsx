import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { LogTabs } from '~/components/log-tabs';
import { getEntity } from '~/lib/core/entities';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const signInEntry = getEntity('sign-in-log');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), signInEntry, request);
}

export default function SignIns() {
  return (
    <DataList view={useLoaderData<typeof loader>()}>
      <LogTabs />
    </DataList>
  );
}
