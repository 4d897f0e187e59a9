import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { loadAccess } from '~/lib/access-log/load-access.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { getUserKey } from '~/lib/core/session/user-key.server';

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadAccess(signedIn, request, { id, userKey: getUserKey(signedIn.user) });
}

export default function OwnAccess() {
  const { description, view } = useLoaderData<typeof loader>();
  return (
    <DataList view={view} back={<BackLink href="/profile/accesses" title="My accesses" />}>
      <p className="mb-4">{description}</p>
    </DataList>
  );
}
