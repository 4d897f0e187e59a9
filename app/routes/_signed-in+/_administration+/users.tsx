import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { WaitingNotice } from '~/components/accounts/waiting-notice';
import { DataList } from '~/components/data-list/data-list';
import { getEntity } from '~/lib/entities';
import { loadList } from '~/lib/list/load-list.server';
import { requireSignedIn } from '~/lib/session/guard.server';

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
