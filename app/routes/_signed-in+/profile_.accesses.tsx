import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { bindAccessesToUser } from '~/lib/core/access/access-entity';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { getUserKey } from '~/lib/core/session/user-key.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadList(signedIn, bindAccessesToUser(getUserKey(signedIn.user)), request);
}

export default function OwnAccesses() {
  const view = useLoaderData<typeof loader>();
  return <DataList view={view} back={<BackLink href="/profile" title="Profile" />} />;
}
