import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { WaitingNotice } from '~/components/waiting-notice';
import { getEntity } from '~/lib/core/entities';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const user = getEntity('user');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), user, request);
}

export default function Users() {
  const view = useLoaderData<typeof loader>();
  return (
    <DataList view={view}>
      <WaitingNotice />
    </DataList>
  );
}
